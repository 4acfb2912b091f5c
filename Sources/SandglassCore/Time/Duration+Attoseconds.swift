extension Duration {
  /// The duration of a number of attoseconds.
  ///
  /// A function, not an initialiser, for modules that use the calls of a C library: where they
  /// look for the initialisers of a duration, of which one takes a `timespec`, Swift 6.3 finds that
  /// type in another module and then refuses its members, depending on the order of files.
  package static func whole(attoseconds: Int128) -> Duration {
    Duration(attoseconds: attoseconds)
  }
}
