// What `import SandglassUIKit` re-exports: the library.

@_exported public import Sandglass
