// Not used, but linked: the libraries that the command is linked with.
import Dispatch
import FoundationEssentials
import Observation
import Synchronization

print("Hello, world!")
