def attempt(action):
    try:
        action()
    except Exception as error:
        print(type(error).__name__, {k: getattr(error, k) for k in ("name", "obj", "errno", "strerror", "filename", "code", "value", "start", "msg", "path") if hasattr(error, k)})


attempt(lambda: missing_name)
attempt(lambda: (1).missing)
attempt(lambda: open("/nonexistent/file"))
attempt(lambda: next(iter(())))
attempt(lambda: __import__("no_such_module"))
attempt(lambda: b"\xff".decode("utf-8"))
attempt(lambda: exec("from math import nothing"))
open("/nonexistent/other")
