class Noisy:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


class Pause:
    def __await__(self):
        yield


async def job():
    n = Noisy("local")
    await Pause()
    n = None
    print("dropped")
    m = Noisy("second")
    await Pause()


c = job()
c.send(None)
c.send(None)
print("closing")
c.close()
print("closed")
c = job()
c.send(None)
c = None
print("end")
