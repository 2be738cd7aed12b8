def f(x):
	if x:
		for y in [0]:
			return  x  /  y


f(1)
