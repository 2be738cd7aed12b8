import itertools

print(list(itertools.chain("ab", [1])), list(itertools.islice(itertools.count(5, 2), 3)))
print([(k, list(g)) for k, g in itertools.groupby("aabbc", key=str.upper)])
print(list(itertools.accumulate([1, 2, 3], lambda a, b: a * 10 + b)), list(itertools.starmap(pow, [(2, 3), (3, 2)])))
print(list(itertools.takewhile(lambda x: x < 3, range(9))), list(itertools.dropwhile(lambda x: x < 7, range(9))))
print(list(itertools.product("ab", repeat=2))[:3], list(itertools.zip_longest("ab", "c", fillvalue="-")))
a, b = itertools.tee(iter(range(3)))
print(list(a), list(b), list(itertools.pairwise("abc")), list(itertools.filterfalse(bool, [0, 1, ""])))
list(itertools.starmap(lambda x, y: x // y, [(4, 2), (1, 0)]))
