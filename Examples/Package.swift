// swift-tools-version: 6.2

import PackageDescription

// Scripts/check-client sets this variable to the URL of a repository with a version.
let address = Context.environment["SANDGLASS_ADDRESS"]

func sandglass(_ products: String...) -> [Target.Dependency] {
  products.map { .product(name: $0, package: "sandglass") }
}

#if canImport(Darwin)
  let isApple = true
#else
  let isApple = false
#endif

let package = Package(
  name: "sandglass-examples",
  platforms: [.iOS(.v17), .macOS(.v14), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  dependencies: [
    address.map { .package(url: $0, exact: "1.0.0", traits: ["StandIns"]) }
      ?? .package(name: "sandglass", path: "..", traits: ["StandIns"]),
    .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
  ],
  targets: [
    .executableTarget(name: "Tea", dependencies: sandglass("Sandglass")),
    .executableTarget(name: "Demos", dependencies: sandglass("Sandglass")),
    .target(
      name: "Screens",
      dependencies: sandglass(
        "SandglassStores", "SandglassCalendar", "SandglassStandIns", "SandglassUIKit")),
    .target(
      name: "Recipes",
      dependencies: sandglass("SandglassStores") + (isApple ? [] : sandglass("SandglassStandIns"))
        + (isApple ? [] : ["AppleStandIns"])),
    .testTarget(
      name: "ExamplesTests",
      dependencies: [
        "Recipes", "Screens",
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
      ]
        + (isApple ? [] : ["AppleStandIns"])
        + sandglass("SandglassStores", "SandglassStandIns", "SandglassTesting", "SandglassUIKit"),
      path: "Tests"),
  ],
  swiftLanguageModes: [.v6]
)

// What the recipes use of Apple's frameworks, for other systems.
if !isApple {
  package.targets.append(
    .target(
      name: "AppleStandIns", dependencies: sandglass("SandglassStandIns"),
      exclude: ["README.md"]))
}

// With the variable, the package also contains one program, in every way in which a client may
// compile it, and targets with names that mean something else in Sandglass's own package.
if address != nil {
  let names = ["AVFAudio", "SandglassTestSupport", "UIKit", "UserNotifications"]
  let modes: [(String, [SwiftSetting])] = [
    ("Swift5", [.swiftLanguageMode(.v5)]), ("Swift6", []),
    ("MainActorByDefault", [.defaultIsolation(MainActor.self)]),
  ]
  package.targets += names.map { .target(name: $0, path: "Client/\($0)") }
  package.targets.append(
    .testTarget(
      name: "ViewsTests",
      dependencies: sandglass(
        "Sandglass", "SandglassStandIns", "SandglassTesting", "SandglassUIKit"),
      path: "Client/ViewsTests"))
  package.targets += modes.map { mode, settings in
    .executableTarget(
      name: mode,
      dependencies: names.map { .target(name: $0) }
        + sandglass(
          "Sandglass", "SandglassAudio", "SandglassCore", "SandglassTesting", "SandglassText",
          "SandglassUIKit"),
      path: "Client/\(mode)",
      swiftSettings: settings + [.treatAllWarnings(as: .error)])
  }
}
