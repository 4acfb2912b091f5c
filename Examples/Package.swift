// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "sandglass-examples",
  platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [
    .package(name: "sandglass", path: "..", traits: []),
    .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
  ],
  targets: [
    .executableTarget(
      name: "ResendButton", dependencies: [.product(name: "Sandglass", package: "sandglass")]),
    .executableTarget(
      name: "FlashSale", dependencies: [.product(name: "Sandglass", package: "sandglass")]),
    .executableTarget(
      name: "Crowd", dependencies: [.product(name: "Sandglass", package: "sandglass")]),
    .testTarget(
      name: "AsyncAlgorithmsTests",
      dependencies: [
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
        .product(name: "Sandglass", package: "sandglass"),
        .product(name: "SandglassTesting", package: "sandglass"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
