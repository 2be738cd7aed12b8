class Outer:
    class Problem(Exception):
        pass


raise Outer.Problem("first line\nsecond line\n\nlast")
