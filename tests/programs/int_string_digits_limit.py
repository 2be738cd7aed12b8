big = 10 ** 5000
try:
    str(big)
except ValueError as error:
    print(error)
try:
    int("1" * 5000)
except ValueError as error:
    print(error)
print(big % 1000, len(hex(big)), big == 10 ** 5000)
import sys
sys.set_int_max_str_digits(6000)
print(len(str(big)))
sys.set_int_max_str_digits(4300)
print(f"{big}")
