import sys


def stop(reason):
    try:
        sys.exit(f"stopped: {reason}")
    finally:
        print("cleaning")


stop("no input")
