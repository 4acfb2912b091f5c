// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "sandglass-screens",
  platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [.package(name: "sandglass", path: "../..", traits: [])],
  targets: [
    .target(name: "Screens", dependencies: [.product(name: "Sandglass", package: "sandglass")]),
    .target(name: "Today", path: "Today"),
    .testTarget(
      name: "ScreensTests",
      dependencies: [
        "Screens", "Today",
        .product(name: "Sandglass", package: "sandglass"),
        .product(name: "SandglassTesting", package: "sandglass"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
