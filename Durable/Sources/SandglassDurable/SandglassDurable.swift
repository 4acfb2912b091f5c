// What `import SandglassDurable` re-exports: the library, and why an operation is refused.

@_exported public import Sandglass
@_exported public import struct SandglassCore.OperationRefusal
