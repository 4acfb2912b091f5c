// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "sandglass",
  platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "SandglassCore", targets: ["SandglassCore"])
  ],
  targets: [
    .target(name: "SandglassCore", swiftSettings: settings),
    .testTarget(
      name: "SandglassCoreTests",
      dependencies: ["SandglassCore"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
