raise SystemExit(256 + 5)
