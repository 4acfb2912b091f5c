import Foundation
import Testing

@Suite("The privacy manifest")
struct PrivacyManifestTests {
  @Test("declares no tracking, no data, and why the store looks at the size of its files")
  func manifest() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = root.appending(path: "Sources/SandglassUIKit/PrivacyInfo.xcprivacy")
    let list = try PropertyListSerialization.propertyList(
      from: Data(contentsOf: file), options: [], format: nil)
    let manifest = try #require(list as? [String: Any])
    #expect(manifest["NSPrivacyTracking"] as? Bool == false)
    #expect((manifest["NSPrivacyTrackingDomains"] as? [Any])?.isEmpty == true)
    #expect((manifest["NSPrivacyCollectedDataTypes"] as? [Any])?.isEmpty == true)
    let types = try #require(manifest["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
    #expect(types.count == 1)
    #expect(types.first?["NSPrivacyAccessedAPITypeReasons"] as? [String] == ["C617.1"])
    #expect(manifest.count == 4)
  }

  @Test("no source uses an API whose reason is not declared")
  func requiredReasons() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    // Apple's list: the time since boot, the disk space, defaults, and keyboards. The size of its
    // own files, which the store looks at by `fstat`, is declared with reason C617.1.
    let words = [
      "systemUptime", "mach_absolute_time", "UserDefaults", "activeInputModes", "statfs(",
      "statvfs(", "volumeAvailableCapacity", "systemFreeSize",
      "getattrlist", "modificationDate", "contentModificationDateKey", "creationDate",
    ]
    for folder in ["SandglassCore", "Sandglass", "SandglassUIKit", "SandglassTesting"] {
      let files = FileManager.default.enumerator(
        at: root.appending(path: "Sources/\(folder)"), includingPropertiesForKeys: nil)
      while let file = files?.nextObject() as? URL {
        guard file.pathExtension == "swift", !file.lastPathComponent.contains("+Linux") else {
          continue
        }
        let source = try String(contentsOf: file, encoding: .utf8)
        for word in words where source.contains(word) {
          Issue.record("\(file.lastPathComponent) uses \(word)")
        }
      }
    }
  }
}
