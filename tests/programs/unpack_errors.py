def attempt(action):
    try:
        action()
    except Exception as error:
        print(type(error).__name__, error)


def too_many():
    a, b = 1, 2, 3


def too_few():
    a, b, c = [1, 2]


def star_few():
    a, *b, c = [1]


def not_iterable():
    a, b = 5


def generator():
    a, b = (n for n in range(5))


def call_star():
    print(*5)


def mapping_star():
    print(**[1])


def list_star():
    return [*None]


def dict_star():
    return {**1}


for case in (too_many, too_few, star_few, not_iterable, generator, call_star, mapping_star, list_star, dict_star):
    attempt(case)
