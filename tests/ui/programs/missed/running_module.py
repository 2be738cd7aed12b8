def stop(value=1):
    return value  # @stop
x = [
    stop(),
    str(1),  # @part
]
for i in range(3):
    stop()
    x = 1  # @module
print("out", x)  # @last
