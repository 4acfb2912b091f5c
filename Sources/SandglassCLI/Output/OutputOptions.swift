/// How to tell of countdowns.
struct OutputOptions: Equatable {
  var isJSON = false
  var isQuiet = false
}
