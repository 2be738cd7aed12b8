def catch(kind):
    try:
        raise ValueError("v")
    except kind:
        print("caught")


catch(ValueError)
catch((TypeError, ValueError))
try:
    catch("string")
except TypeError as error:
    print(error, "|", repr(error.__context__))
try:
    catch((ValueError, 3))
except TypeError as error:
    print(error)
try:
    catch(())
except ValueError:
    print("empty tuple catches nothing")
catch(int)
