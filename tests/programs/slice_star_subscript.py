class Show:
    def __getitem__(self, key):
        return key


rest = [1, 2]
print(Show()[*rest], Show()[0, *rest, 5:6], Show()[*rest, *rest])
show = Show()
show[0] = 1
