print("Stagecraft")
