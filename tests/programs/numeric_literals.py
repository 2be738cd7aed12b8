print(0x1F, 0b101, 0o17, 1_000_000, 1e3, 1.5e-3, .5, 5., 1j, 2.5J, 0xDEAD_BEEF)
print(2 ** 200, -7 // 2, -7 % 3, 7.5 // 2, divmod(-7.5, 2), 1 / 3, 10 ** 20 // 3, (1 << 100) - 1)
print((1 + 2j) * (3 - 1j), abs(3 + 4j), (1j) ** 2, complex("1+2j").conjugate(), (2 + 0j) == 2)
print(float("inf"), float("-inf"), float("nan") == float("nan"), round(2.5), round(-0.5), round(1234.567, -2), 0.1 + 0.2)
print(int("ff", 16), int("-0b11", 0), int(3.9), hex(-255), bin(5), oct(8), (255).to_bytes(2, "big"), int.from_bytes(b"\x01\x00", "big"))
print((10).bit_length(), 5 .real, 1.5.is_integer(), (0.5).as_integer_ratio(), True + True, -0.0, 1e400)
1j < 2
