// Linked only with the libraries that every Swift program needs.
print("Hello, world!")
