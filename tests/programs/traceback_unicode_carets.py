naïve = {"clé": "värde"}
名前 = 3
print("日本語", naïve["clé"] + "é" * 2, 名前 / 1)
print("日本語", naïve["clé"] + 名前, "end")
