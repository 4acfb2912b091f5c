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

// On Linux the UIKit adapter builds and is tested against modules that stand in for Apple's
// frameworks. Elsewhere they do not even exist, so that they can never take the place of those.
#if os(Linux)
  let standIns: [Target] = ["UIKit", "UserNotifications", "AVFAudio"].map { name in
    .target(name: name, path: "Tests/UIKitStandIn/\(name)", swiftSettings: settings)
  }
#else
  let standIns: [Target] = []
#endif

let standInDependencies: [Target.Dependency] = standIns.map { target in
  .target(name: target.name, condition: .when(platforms: [.linux]))
}

let package = Package(
  name: "sandglass",
  platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "sandglass", targets: ["SandglassCLI"]),
    .library(name: "Sandglass", targets: ["Sandglass"]),
    .library(name: "SandglassCore", targets: ["SandglassCore"]),
    .library(name: "SandglassTesting", targets: ["SandglassTesting"]),
    .library(name: "SandglassUIKit", targets: ["SandglassUIKit"]),
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
    .target(
      name: "SandglassUIKit",
      dependencies: ["Sandglass"] + standInDependencies,
      resources: [.process("PrivacyInfo.xcprivacy")],
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
      dependencies: ["Sandglass", "SandglassTesting", "SandglassTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "SandglassUIKitTests",
      dependencies: ["SandglassUIKit", "SandglassTesting", "SandglassTestSupport"]
        + standInDependencies,
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
  ] + standIns,
  swiftLanguageModes: [.v6]
)
