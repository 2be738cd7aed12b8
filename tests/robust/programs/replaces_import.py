import builtins

original = builtins.__import__
asked = []


def importing(name, *arguments):
    asked.append(name)
    return original(name, *arguments)


x = 1  # @before
builtins.__import__ = importing
import json

x = 2  # @after
import csv

builtins.__import__ = original
print("out", "json" in asked, "csv" in asked, len([n for n in asked if "debugger" in n]))
