print([sorted(each for each in locals() if each.startswith("v")) for value in range(2)])
