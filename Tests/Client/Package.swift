// swift-tools-version: 6.2

import PackageDescription

// What a client of the libraries may do, built from outside by Scripts/check-client.

let sandglass: Package.Dependency =
  if let address = Context.environment["SANDGLASS_ADDRESS"] {
    .package(url: address, exact: "1.0.0")
  } else {
    .package(path: "../sandglass", traits: [])
  }

let libraries: [Target.Dependency] = [
  "Sandglass", "SandglassAudio", "SandglassCore", "SandglassTesting", "SandglassText",
  "SandglassUIKit",
].map { .product(name: $0, package: "sandglass") }

// Names that a client may want, and that name something else in Sandglass's own package.
let ownNames = ["AVFAudio", "SandglassTestSupport", "UIKit", "UserNotifications"]

// The same sources, in every way that a client may compile them.
func client(_ name: String, _ settings: [SwiftSetting]) -> Target {
  .executableTarget(
    name: name, dependencies: libraries + ownNames.map { .target(name: $0) },
    swiftSettings: settings + [.treatAllWarnings(as: .error)])
}

let package = Package(
  name: "client",
  platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [sandglass],
  targets: [
    client("Swift5", [.swiftLanguageMode(.v5)]),
    client("Swift6", [.swiftLanguageMode(.v6)]),
    client("MainActorByDefault", [.swiftLanguageMode(.v6), .defaultIsolation(MainActor.self)]),
  ] + ownNames.map { .target(name: $0) }
)
