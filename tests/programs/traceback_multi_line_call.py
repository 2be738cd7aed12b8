def combine(first, second, third):
    return first + second + third


result = combine(
    1,
    combine(
        2,
        3,
        "four",
    ),
    5,
)
