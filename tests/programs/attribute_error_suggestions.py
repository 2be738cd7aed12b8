class Config:
    def __init__(self):
        self.timeout = 3

    def connect(self):
        pass


config = Config()
for name in ("timeot", "conect", "zzz"):
    try:
        getattr(config, name)
    except AttributeError as error:
        print(error, error.name, error.obj is config)
import math
try:
    math.sqt
except AttributeError as error:
    print(error)
config.timeoutt
