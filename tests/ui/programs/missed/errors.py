import contextlib, functools, threading
def fails(n=0):
    raise ValueError(n)  # @fails
class Fails:
    def __init__(self, value=None):
        if value: fails()
    def __add__(self, other): fails()
    def __getattr__(self, name): fails()
    def __iter__(self):
        yield 1
        fails()
    def __lt__(self, other): fails()
class Dies:
    def __del__(self): fails()
class Swallows:
    def __enter__(self): return self
    def __exit__(self, *error): return error[0] is ValueError
def caught(function):
    try:
        function()
    except (KeyError, ValueError):
        return 1
def returns():
    try: fails()
    finally: return 1
def swallowed():
    with Swallows(): fails()
    with contextlib.suppress(ValueError): fails()
def threaded():
    thread = threading.Thread(target=fails)
    thread.start()
    thread.join()
def raised_again():
    try: fails()
    except ValueError as error:
        raise KeyError(1) from error  # @again
def other():
    try: fails()
    except KeyError: pass
async def task(): fails()
class Missing:
    def __getattr__(self, name): raise AttributeError(name)  # @missing
    def __getitem__(self, index): raise IndexError  # @index
class Guarded(Missing):
    @property
    def guarded(self): raise AttributeError
    def __getattr__(self, name): return 1
