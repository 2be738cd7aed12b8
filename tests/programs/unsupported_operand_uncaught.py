def area(width, height):
    margin = 1
    return (width + margin) * (height + "2")


print(area(1, 2))
