def load(settings):
    try:
        return settings["port"]
    except KeyError:
        raise LookupError("no port") from None


load({})
