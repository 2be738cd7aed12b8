import pathlib


def main():
    print("main", pathlib.Path(__file__).stem)
    return 5


if __name__ == "__main__":
    raise SystemExit(main())
