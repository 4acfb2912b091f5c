// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "sandglass-faults",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "sandglass", path: "..", traits: [])],
  targets: [
    .target(name: "CRawClock"),
    .executableTarget(
      name: "Subject",
      dependencies: ["CRawClock", .product(name: "Sandglass", package: "sandglass")]),
  ],
  swiftLanguageModes: [.v6]
)
