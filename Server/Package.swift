// swift-tools-version: 6.2

import PackageDescription

// The server's half of trusted time, in a package of its own, so that the library depends on no server framework.

// CI sets this variable, as for the library.
let strict: [SwiftSetting] =
  Context.environment["SANDGLASS_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + strict

func sandglass(_ products: String...) -> [Target.Dependency] {
  products.map { .product(name: $0, package: "sandglass") }
}

let hummingbird: [Target.Dependency] = [
  .product(name: "Hummingbird", package: "hummingbird"),
  .product(name: "HTTPTypes", package: "swift-http-types"),
  .product(name: "Logging", package: "swift-log"),
]

let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")

let package = Package(
  name: "sandglass-server",
  platforms: [.macOS(.v15)],
  products: [.library(name: "SandglassServer", targets: ["SandglassServer"])],
  dependencies: [
    .package(name: "sandglass", path: "..", traits: []),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
  ],
  targets: [
    .target(name: "CSandglassServer"),
    .target(
      name: "SandglassServer",
      dependencies: ["CSandglassServer", crypto] + hummingbird
        + sandglass("Sandglass", "SandglassCore"),
      swiftSettings: settings),
    // Scripts/flash-sale runs it.
    .executableTarget(
      name: "FlashSale",
      dependencies: ["SandglassServer", "SandglassTestSupport"] + hummingbird
        + sandglass("Sandglass", "SandglassCore", "SandglassTrustedTime"),
      swiftSettings: settings),
    // Scripts/time-throughput runs it.
    .executableTarget(
      name: "ThroughputServer", dependencies: ["SandglassServer"] + hummingbird,
      swiftSettings: settings),
    // A link to the folder of the library's tests.
    .target(
      name: "SandglassTestSupport", path: "Tests/SandglassTestSupport", swiftSettings: settings),
    .testTarget(
      name: "SandglassServerTests",
      dependencies: [
        "SandglassServer", "SandglassTestSupport", crypto,
        .product(name: "HummingbirdTesting", package: "hummingbird"),
      ] + hummingbird + sandglass("Sandglass", "SandglassCore", "SandglassTrustedTime"),
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
