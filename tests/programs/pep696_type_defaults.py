# requires 3.13
class Box[T = int, *Ts = *tuple[str, ...]]:
    pass


def f[U: object = str](x: U) -> U:
    return x


print(Box.__type_params__[0].__default__, f.__type_params__[0].__default__, Box.__type_params__[0].has_default())
print(Box[float])


class Bad[T = 1 / 0]:
    pass


Bad.__type_params__[0].__default__
