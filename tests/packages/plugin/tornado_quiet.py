"""What the runner of tornado's tests does before them: its log of requests is silent."""

from __future__ import annotations

import logging

logging.getLogger("tornado.access").setLevel(logging.CRITICAL)
