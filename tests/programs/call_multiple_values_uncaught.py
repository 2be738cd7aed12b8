def paint(colour, width=1):
    return colour


paint("red", 2, colour="blue")
