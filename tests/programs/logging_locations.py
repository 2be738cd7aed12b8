import logging
import sys

logging.basicConfig(stream=sys.stdout, level=logging.DEBUG, format="%(levelname)s %(funcName)s %(lineno)d %(filename)s %(message)s")
log = logging.getLogger("app")


def work():
    log.info("working %d", 5)
    helper()


def helper():
    log.warning("attributed to caller", stacklevel=2)
    try:
        1 / 0
    except ZeroDivisionError:
        log.exception("failed")


work()
log.debug("module level")
log.error("good %s", "x")
(lambda: log.info("lambda"))()
