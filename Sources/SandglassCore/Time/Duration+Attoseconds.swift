extension Duration {
  /// Returns a duration with the given number of attoseconds.
  ///
  /// This is a function instead of an initialiser because of modules that call a C library. One initialiser of
  /// `Duration` takes a `timespec`. If such a module uses any initialiser of `Duration`, Swift 6.3 may find `timespec`
  /// in a different module and then reject its members, depending on the order of the files.
  package static func whole(attoseconds: Int128) -> Duration {
    Duration(attoseconds: attoseconds)
  }
}
