total = 0
for i in range(20000):
    if i % 3 == 0:
        total += i
    elif i % 5 == 0:
        total -= 1
print(total)
sieve = [True] * 2000
for n in range(2, 45):
    if sieve[n]:
        sieve[n * n::n] = [False] * len(range(n * n, 2000, n))
print(sum(sieve) - 2)
words = {}
for word in "the quick brown the lazy dog the end".split():
    words[word] = words.get(word, 0) + 1
print(max(words.items(), key=lambda kv: kv[1]))
