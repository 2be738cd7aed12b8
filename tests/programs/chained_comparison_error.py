def value(number):
    print("value", number)
    return number


print(value(1) < value(2) < value("three") < value(4))
