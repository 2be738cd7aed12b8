import sys

for argument in (0, 3, None, "message", (1, 2), 2.5):
    try:
        sys.exit(argument)
    except SystemExit as error:
        print(repr(error.code), error.args)
try:
    sys.exit()
except SystemExit as error:
    print(error.code)
print("leaving")
sys.exit(7)
