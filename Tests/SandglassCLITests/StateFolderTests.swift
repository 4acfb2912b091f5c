import Testing

@testable import SandglassCLI

@Suite("The folder of kept countdowns")
struct StateFolderTests {
  @Test(
    "The environment names it",
    arguments: [
      ([:], nil), (["HOME": ""], nil), (["HOME": "/home/ann"], "/home/ann/.local/state/sandglass"),
      (["HOME": "/home/ann", "XDG_STATE_HOME": "/state"], "/state/sandglass"),
      (["HOME": "/home/ann", "XDG_STATE_HOME": "state"], "/home/ann/.local/state/sandglass"),
      (["HOME": "/home/ann", "XDG_STATE_HOME": ""], "/home/ann/.local/state/sandglass"),
      (["XDG_STATE_HOME": "/state"], "/state/sandglass"), (["XDG_STATE_HOME": "state"], nil),
      (["XDG_STATE_HOME": "/state", "SANDGLASS_STATE_DIR": "/here"], "/here"),
      (["XDG_STATE_HOME": "/state", "SANDGLASS_STATE_DIR": ""], "/state/sandglass"),
      (["SANDGLASS_STATE_DIR": "here"], "here"),
    ] as [([String: String], String?)])
  func path(_ variables: [String: String], _ expected: String?) {
    #expect(StateFolder.path { variables[$0] } == expected)
  }
}
