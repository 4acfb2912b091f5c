// What `import SandglassStores` re-exports: the library, and of the records what an app names. Stores of others import
// SandglassLedger.

@_exported public import Sandglass
@_exported public import enum SandglassLedger.Certainty
@_exported public import struct SandglassLedger.CountdownStoreError
@_exported public import struct SandglassLedger.RestoredCountdown
