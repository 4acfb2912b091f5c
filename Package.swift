// swift-tools-version: 6.2

import PackageDescription

// The gate sets this, so that a newer compiler's new warning breaks nobody's build.
let strict: [SwiftSetting] =
  Context.environment["SANDGLASS_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + strict

let package = Package(
  name: "sandglass",
  platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "sandglass", targets: ["SandglassCLI"]),
    .library(name: "Sandglass", targets: ["Sandglass"]),
    .library(name: "SandglassCore", targets: ["SandglassCore"]),
    .library(name: "SandglassTesting", targets: ["SandglassTesting"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    .target(name: "SandglassCore", swiftSettings: settings),
    .target(name: "CTimerDescriptor"),
    .target(
      name: "Sandglass",
      dependencies: [
        "SandglassCore",
        .target(name: "CTimerDescriptor", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: settings),
    .target(
      name: "SandglassTesting",
      dependencies: ["Sandglass"],
      swiftSettings: settings),
    .executableTarget(
      name: "SandglassCLI",
      dependencies: [
        "Sandglass",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SandglassCLITests",
      dependencies: ["SandglassCLI"],
      swiftSettings: settings),
    .target(
      name: "SandglassTestSupport", path: "Tests/SandglassTestSupport", swiftSettings: settings),
    .testTarget(
      name: "SandglassCoreTests",
      dependencies: ["SandglassCore", "SandglassTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "SandglassTests",
      dependencies: ["Sandglass", "SandglassTesting"],
      swiftSettings: settings),
    .testTarget(
      name: "DocumentationTests",
      dependencies: ["Sandglass", "SandglassTesting"],
      swiftSettings: settings),
    .testTarget(
      name: "SnippetsMainActor",
      dependencies: ["Sandglass", "SandglassTesting"],
      swiftSettings: settings + [.defaultIsolation(MainActor.self)]),
    .testTarget(
      name: "SnippetsNonisolated",
      dependencies: ["Sandglass", "SandglassTesting"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
