values = {"a": 1, "b": 0}
total = (
    values["a"]
    + 5
    * (
        values["a"]
        / values["b"]
    )
    - 7
)
