// What `import SandglassDurable` re-exports: the library.

@_exported public import Sandglass
