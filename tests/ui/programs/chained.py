"""Errors that led to others, and a group of them."""


def parse(text):
    return int(text)


def read(text):
    try:
        return parse(text)
    except ValueError as error:
        wanted = text.upper()
        raise KeyError(wanted) from error


def read_all(texts):
    errors = [OSError("never raised")]
    for text in texts:
        try:
            read(text)
        except KeyError as error:
            errors.append(error)
    raise ExceptionGroup("unread", errors)


def main(texts):
    try:
        read_all(texts)
    except ExceptionGroup as group:
        count = len(group.exceptions)
        raise RuntimeError("no luck")


main(["1", "two", "3"])
