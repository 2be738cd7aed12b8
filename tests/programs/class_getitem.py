class Box:
    def __class_getitem__(cls, item):
        return cls.__name__, item


print(Box[int], Box[int, str], Box[...])
print(list[int], dict[str, list[int]], tuple[int, ...], int | None)
int[str]
