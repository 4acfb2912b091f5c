// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "sandglass-benchmarks",
  platforms: [.macOS(.v26)],
  dependencies: [
    .package(name: "sandglass", path: ".."),
    .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
  ],
  targets: [
    .target(
      name: "CPeers",
      linkerSettings: [.linkedLibrary("ev"), .linkedLibrary("uv")]),
    .executableTarget(
      name: "Measure",
      dependencies: [
        "CPeers",
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
        .product(name: "HeapModule", package: "swift-collections"),
        .product(name: "Histogram", package: "hdrhistogram-swift"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "Sandglass", package: "sandglass"),
        .product(name: "SandglassCore", package: "sandglass"),
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
