async def forgotten():
    print("never")


def main():
    forgotten()
    print("after")


main()
