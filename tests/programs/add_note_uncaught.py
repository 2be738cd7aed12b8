def parse(text):
    try:
        return int(text)
    except ValueError as error:
        error.add_note(f"while parsing {text!r}")
        error.add_note("second note\nwith two lines")
        raise


try:
    parse("a")
except ValueError as error:
    print(error.__notes__)
parse("b")
