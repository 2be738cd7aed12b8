def main(number=2):
    class Made:
        functions = [lambda: each for each in range(3)]

        def method(value=number):
            return value

        more = [number, [each() for each in functions], sorted(locals())]

    print(Made.method(), Made.more)


main()
functions = [lambda: each for each in range(3)]
print([each() for each in functions], sorted(locals()))
