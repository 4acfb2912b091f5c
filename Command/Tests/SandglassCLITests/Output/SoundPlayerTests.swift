import SandglassTestSupport
import Testing

@testable import sandglass_cli

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("How a sound is played")
struct SoundPlayerTests {
  private let folder = TemporaryFolder.ofRecords

  @Test("By the first program that is installed; a file is never an option")
  func players() {
    func words(_ file: String, _ programs: [String]) -> [String]? {
      SoundPlayer.words(playing: file, hasProgram: programs.contains)
    }
    #expect(words("bell.wav", ["aplay", "paplay"]) == ["paplay", "bell.wav"])
    #expect(words("-x.wav", ["aplay"]) == ["aplay", "-q", "./-x.wav"])
    #expect(words("bell.wav", ["mpv"]) == nil)
  }

  /// Runs the program with a folder of programs as its only `PATH`.
  private func run(_ words: [String], programs: String) throws -> Program {
    try Program(words, environment: ["PATH": programs], keptIn: folder)
  }

  @Test("The end and a milestone play it, and what fails is reported", .machine)
  func played() throws {
    let programs = folder.path + ".programs"
    mkdir(programs, 0o700)
    defer { for file in [programs + "/aplay", programs] { remove(file) } }
    let words = ["20ms", "-m", "10ms", "--sound", "/dev/null"]
    let silent = try run(words, programs: programs)
    #expect(try silent.finish() == 0)
    #expect(silent.errors.hasPrefix("sandglass: the sound cannot be played; accepted: one of"))

    let script = Array("#!/bin/sh\necho \"$@\"\n".utf8)
    let player = open(programs + "/aplay", O_WRONLY | O_CREAT, 0o700)
    write(player, script, script.count)
    close(player)
    let played = try run(words, programs: programs)
    #expect(try played.finish() == 0)
    #expect(played.errors == "-q /dev/null\n-q /dev/null\n")

    // The end of the last phase and of the countdown are heard once.
    let phases = ["phases", "a=20ms", "b=20ms", "--sound", "/dev/null"]
    let heard = try run(phases, programs: programs)
    #expect(try heard.finish() == 0)
    #expect(heard.errors == "-q /dev/null\n-q /dev/null\n")
  }

  @Test("A file that cannot be read is refused before anything is started", .machine)
  func unreadable() throws {
    for words in [
      ["1h", "--sound", "no such file"], ["attach", "--all", "--sound", "no such file"],
    ] {
      let refused = try Program(words, keptIn: folder)
      #expect(try refused.finish() == 64)
      #expect(
        refused.errors == "sandglass: the sound \"no such file\" cannot be read: No such file or "
          + "directory; accepted: --sound bell.wav\n")
    }
    #expect(!folder.exists)
  }
}
