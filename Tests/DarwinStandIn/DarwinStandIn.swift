import CTimerDescriptor
import Glibc

// Calls whose types in Swift differ between the systems, as Apple's systems have them.

func pthread_create(
  _ thread: UnsafeMutablePointer<pthread_t?>, _ attributes: UnsafePointer<pthread_attr_t>?,
  _ body: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?,
  _ context: UnsafeMutableRawPointer?
) -> Int32 {
  var made = pthread_t()
  // A pointer that is there is handed on as one that may be missing: in C they are alike.
  let result = Glibc.pthread_create(
    &made, attributes,
    unsafeBitCast(
      body, to: (@convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?).self),
    context)
  if result == 0 { thread.pointee = made }
  return result
}

func pthread_setname_np(_ name: UnsafePointer<CChar>) -> Int32 {
  stand_in_name_thread(name)
  return 0
}
