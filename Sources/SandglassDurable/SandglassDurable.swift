// What `import SandglassDurable` re-exports: the library, and the values that calls of this module take and return.

@_exported public import Sandglass
@_exported public import enum SandglassDurableCore.DurableError
@_exported public import struct SandglassDurableCore.DurableEvent
@_exported public import struct SandglassDurableCore.RetryPolicy
