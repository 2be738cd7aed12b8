def a(x):
    def b(y):
        def c(z):
            def d(w):
                nonlocal x, y
                x += 1
                y += x
                return [x + y + z + w + v for v in range(2)]

            return d

        return c

    return b


d = a(1)(2)(3)
print(d(4), d(4))
print((lambda x: (lambda y: (lambda z: [x, y, z]))(2)(3))(1))
d("text")
