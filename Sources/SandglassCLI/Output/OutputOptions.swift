/// How to tell of countdowns.
struct Manner: Equatable {
  var isJSON = false
  var isQuiet = false
}
