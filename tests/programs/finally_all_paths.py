def run(path):
    log = []
    for attempt in range(2):
        try:
            log.append("try")
            if path == "continue":
                continue
            if path == "break":
                break
            if path == "return":
                return log
            if path == "raise":
                raise LookupError
        except LookupError:
            log.append("except")
            try:
                continue
            finally:
                log.append("inner finally")
        else:
            log.append("else")
        finally:
            log.append("finally")
        log.append("end")
    else:
        log.append("for else")
    return log


for path in ("continue", "break", "return", "raise", "normal"):
    print(path, run(path))
