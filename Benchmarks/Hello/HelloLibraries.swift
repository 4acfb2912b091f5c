// Imports the libraries that the command is linked with, so that they are linked although they are
// not used.
import Dispatch
import FoundationEssentials
import Observation
import Synchronization

print("Hello, world!")
