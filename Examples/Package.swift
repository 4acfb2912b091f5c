// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "sandglass-examples",
  platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [.package(name: "sandglass", path: "..", traits: [])],
  targets: [
    .executableTarget(
      name: "ResendButton", dependencies: [.product(name: "Sandglass", package: "sandglass")]),
    .executableTarget(
      name: "FlashSale", dependencies: [.product(name: "Sandglass", package: "sandglass")]),
    .executableTarget(
      name: "Crowd", dependencies: [.product(name: "Sandglass", package: "sandglass")]),
  ],
  swiftLanguageModes: [.v6]
)
