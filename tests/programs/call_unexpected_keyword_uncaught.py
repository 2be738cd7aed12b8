def paint(colour, width=1):
    return colour


print(paint("red", width=2))
print(
    paint(
        "red",
        colr="blue",
    )
)
