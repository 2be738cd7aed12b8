class ConfigError(Exception):
    pass


def load(settings):
    try:
        return settings["port"]
    except KeyError as error:
        raise ConfigError("no port") from error


load({})
