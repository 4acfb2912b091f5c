extension Duration {
  /// Returns the duration of a number of attoseconds.
  ///
  /// This is a function and not an initialiser, for the sake of modules that call a C library. One initialiser of
  /// `Duration` takes a `timespec`. When such a module uses any initialiser of `Duration`, Swift 6.3 may find
  /// `timespec` in another module and then reject its members, depending on the order of the files.
  package static func whole(attoseconds: Int128) -> Duration {
    Duration(attoseconds: attoseconds)
  }
}
