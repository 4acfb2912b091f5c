import ArgumentParser
import Foundation
import Sandglass
import Testing

@testable import sandglass_cli

@Suite("The pages of the command")
struct ManualTests {
  private static func page(_ name: String) throws -> String {
    let articles = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../../Sources/Sandglass/Sandglass.docc/")
    return try String(contentsOf: articles.appending(path: name + ".md"), encoding: .utf8)
  }

  /// The words of a line of a shell, of which none contains a space in double quotes.
  private func words(_ line: Substring) -> [String] {
    let parts = line.prefix { $0 != "#" }.split(separator: "'", omittingEmptySubsequences: false)
    return parts.enumerated().flatMap { index, part in
      index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
    }
  }

  private func refusal(_ words: [String]) -> String? {
    let invocation = Invocation(
      words, now: WallMoment(secondsSince1970: 0), localTime: LocalTimeRule { _ in 0 }
    ) {
      ["pomodoro"]
    }
    return if case .refuse(let reason) = invocation { reason } else { nil }
  }

  @Test("The manual's lines are understood")
  func lines() throws {
    let lines = try Self.page("TheCommand").split(separator: "\n").filter {
      $0.hasPrefix("sandglass ") && !$0.contains(CompletionScript.option)
    }
    #expect(lines.count > 20)
    for line in lines {
      let words = words(line).dropFirst()
      #expect(refusal(Array(words)) == nil, "\(line)")
      // What is saved is a line, too.
      let saved = words.split(separator: "--", maxSplits: 1).dropFirst().first ?? []
      #expect(saved.isEmpty || refusal(Array(saved)) == nil, "\(line)")
    }
  }

  @Test("The manual and the reference have each subcommand and each option")
  func subcommands() throws {
    let pages = try Self.page("TheCommand") + Self.page("TheCommandReference")
    let options = Invocation.subcommands.map { $0.options } + [Invocation.options]
    let words = options.joined(separator: ", ").split(separator: ", ").map(String.init)
    for word in Invocation.commandNames + words {
      #expect(pages.contains(word), "\(word)")
    }
  }

  @Test("The reference has each exit status and each variable that the help has")
  func help() throws {
    let page = try Self.page("TheCommandReference")
    let help = SandglassCommand.helpMessage()
    let statuses = try #require(help.firstMatch(of: /EXIT STATUS: ([\s\S]*?)\n\n/)?.1)
    let table = try #require(page.firstMatch(of: /## Exit status([\s\S]*?)##/)?.1)
    for number in statuses.matches(of: /[0-9]+/) {
      #expect(table.contains(number.0), "\(number.0)")
    }
    for variable in help.matches(of: /[A-Z]+_[A-Z_]+/) {
      #expect(page.contains("`\(variable.0)`"), "\(variable.0)")
    }
  }

  @Test("The reference names each event of a line of JSON, and no other")
  func events() throws {
    let row = try Self.page("TheCommandReference")
      .firstMatch(of: /a countdown that is shown \| `event` \((.*?)\)/)
    let list = try #require(row?.1)
    let names = list.split(separator: ", ").map { $0.trimmingCharacters(in: ["`"]) }
    #expect(Set(names) == Set(Announcement.Event.allCases.map(\.rawValue)))
  }

  @Test("The reference names each field of a line of status, and no other")
  func fields() throws {
    let row = try Self.page("TheCommandReference").firstMatch(of: /`status --format` \|(.*)/)
    let names = try #require(row?.1).matches(of: /`{(\w+)}`/).map { String($0.1) }
    #expect(Set(names) == Set(StatusFormat.Field.allCases.map(\.rawValue)))
  }
}
