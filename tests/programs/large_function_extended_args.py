names = [f"v{i}" for i in range(300)]
source = "def f():\n" + "".join(f"    {n} = {i}\n" for i, n in enumerate(names))
source += "    if v0:\n" + "".join(f"        {n} += v1\n" for n in names)
source += "    return " + " + ".join(names) + "\n"
exec(source)
print(f())
constants = "[" + ", ".join(str(i * 1000) for i in range(400)) + "]"
print(sum(eval(constants)), len(eval("(" + "1," * 500 + ")")))
module = "".join(f"a{i} = {i}.5\n" for i in range(300)) + "print(a299, a0)\nfor i in range(3):\n"
module += "".join(f"    if i == {i}: a{i % 300} += 1\n" for i in range(300)) + "print(a0, a2)\na0 / (a1 - 1.5 - 1)\n"
exec(compile(module, "<big module>", "exec"), {})
