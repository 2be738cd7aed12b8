print("a\tb\\ \x41 \u00e9 \N{BULLET} \101 \
continued", r"raw\n", b"bytes\xff", rb"\raw", 'q"q', "q'q", """triple
line""", u"u")
print("con" "cat" 'ena' "ted", len("\0"), "é".encode(), b"abc"[0], b"a" b"b")
print("%s %r %5.2f %%" % ("a", "b", 3.14159), "{0} {name!r:>5} {0.real}".format(3, name="n"))
print("abc".translate({97: "x"}), "a,b".split(","), "-".join("xyz"), "AbC".swapcase(), "x" in "xyz")
print("abc"[1], "abc"[-1], "z" > "a", "a" * 0 == "", ord("a"), chr(98), "ß".upper(), "x".ljust(3) + "|")
"%d" % "x"
