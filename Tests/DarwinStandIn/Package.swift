// swift-tools-version: 6.2

// The manifest of the copy that Scripts/test-darwin-files makes: the library, and its tests.

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "sandglass",
  products: [.library(name: "Sandglass", targets: ["Sandglass"])],
  targets: [
    .target(name: "SandglassCore", swiftSettings: settings),
    .target(name: "CTimerDescriptor"),
    .target(
      name: "Sandglass", dependencies: ["SandglassCore", "CTimerDescriptor"],
      swiftSettings: settings),
    .target(name: "SandglassTesting", dependencies: ["Sandglass"], swiftSettings: settings),
    .target(
      name: "SandglassTestSupport", path: "Tests/SandglassTestSupport", swiftSettings: settings),
    .testTarget(
      name: "SandglassTests",
      dependencies: ["Sandglass", "SandglassTesting", "SandglassTestSupport", "CTimerDescriptor"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
