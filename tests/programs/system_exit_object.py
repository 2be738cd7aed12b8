class Code:
    def __str__(self):
        return "code object"


raise SystemExit(Code())
