import Foundation

/// Checks the promises of trusted time, and prints the tables in Markdown.
enum Promises {
  static func check(_ words: ArraySlice<String>) async {
    let isQuick = words.contains("--quick")
    let scale = isQuick ? 100 : 1
    var random = Random(1)
    var goals = [TruthInside.goal(reads: 1_200_000 / scale, &random)]
    let phones = Phones.table(phones: 1000, &random)
    goals.append(phones.goal)
    goals.append(Liars.goal(trials: 40_000 / scale, &random))
    goals.append(await Requests.goal())
    let rivals = Rivals.table(trials: 20_000 / scale, &random)
    goals.append(rivals.goal)
    print("| | Trials | Goal | Result | |\n| --- | --- | --- | --- | --- |")
    for goal in goals { print(goal.row) }
    print("\n\(phones.text)")
    print("\n\(rivals.text)")
    if !isQuick, !goals.allSatisfy(\.isMet) { exit(1) }
  }
}

/// A goal and its result.
struct Goal {
  let number: String
  let what: String
  let goal: String
  let measured: String
  let isMet: Bool

  var row: String {
    "| \(number) | \(what) | \(goal) | \(measured) | \(isMet ? "met" : "**missed**") |"
  }
}
