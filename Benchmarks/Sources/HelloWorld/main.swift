// Linked as any program in Swift is, and with nothing else.
print("Hello, world!")
