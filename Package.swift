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

// On Linux the adapters build and are tested against modules that stand in for Apple's frameworks.
// Their names are ours, so that a client may have a target named as the framework is. Elsewhere they
// do not even exist, nor do the tests that need them.
#if os(Linux)
  let frameworks = ["UIKit", "UserNotifications", "AVFAudio"]
#else
  let frameworks: [String] = []
#endif

func standIn(for framework: String) -> String { "Sandglass\(framework)StandIn" }

func standIns(for needed: String...) -> [Target.Dependency] {
  frameworks.filter(needed.contains).map { framework in
    .target(name: standIn(for: framework), condition: .when(platforms: [.linux]))
  }
}

let standInTargets: [Target] = frameworks.map { framework in
  .target(
    name: standIn(for: framework), path: "Tests/UIKitStandIn/\(framework)",
    swiftSettings: settings)
}

// The privacy manifest is for apps on Apple's systems. On Linux SwiftPM would generate an accessor for
// the resource, and that would link Foundation to the library.
#if canImport(Darwin)
  let privacyManifest: [Resource] = [.process("PrivacyInfo.xcprivacy")]
  let notForThisSystem: [String] = []
#else
  let privacyManifest: [Resource] = []
  let notForThisSystem = ["PrivacyInfo.xcprivacy"]
#endif

// A client of the libraries fetches nothing, although the command needs swift-argument-parser:
// SwiftPM fetches for a client only what a declared product may need. So the command is no declared
// product where this manifest is read for a client that names the repository's address.
//
// SwiftPM does not say for whom it reads a manifest, so we guess by the folder: it is "/" while the
// versions are resolved (SwiftPM reads from the repository then), and lies in a folder "checkouts"
// afterwards. Where the guess is wrong:
// - A copy for a client that lies elsewhere is taken for our own work. The client fetches
//   swift-argument-parser, and builds nothing of it.
// - Our own clone, if it lies in a folder "checkouts", is taken for a client's. SwiftPM then names
//   the command after its target: `swift run SandglassCLI 3s`. The tests of the command find it by
//   SANDGLASS_PROGRAM=.build/debug/SandglassCLI. All else is as ever.
let isReadForClient =
  Context.packageDirectory == "/"
  || Context.packageDirectory.split(separator: "/").dropLast().last == "checkouts"

// To optimise the tests takes minutes, most of them for what macros expand to; what they test is optimised in a
// release build. The wheel's tests compare with slow models, millions of times, and so are optimised too.
let quickToBuild: [SwiftSetting] =
  isReadForClient
  ? []
  : [
    .unsafeFlags(
      ["-Onone", "-no-whole-module-optimization", "-enable-batch-mode"],
      .when(configuration: .release))
  ]

let testsOverStandIns: [Target] =
  frameworks.isEmpty
  ? []
  : [
    .testTarget(
      name: "SandglassUIKitTests",
      dependencies: ["SandglassUIKit", "SandglassTesting", "SandglassTestSupport"]
        + standIns(for: "UIKit", "UserNotifications"),
      swiftSettings: settings + quickToBuild),
    .testTarget(
      name: "SandglassAudioTests",
      dependencies: ["SandglassAudio"] + standIns(for: "AVFAudio"),
      swiftSettings: settings + quickToBuild),
  ]

let command: [Product] =
  isReadForClient ? [] : [.executable(name: "sandglass", targets: ["SandglassCLI"])]

let package = Package(
  name: "sandglass",
  platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: command + [
    .library(name: "Sandglass", targets: ["Sandglass"]),
    .library(name: "SandglassCore", targets: ["SandglassCore"]),
    .library(name: "SandglassTesting", targets: ["SandglassTesting"]),
    .library(name: "SandglassUIKit", targets: ["SandglassUIKit"]),
    .library(name: "SandglassAudio", targets: ["SandglassAudio"]),
    .library(name: "SandglassTrustedTime", targets: ["SandglassTrustedTime"]),
    .library(name: "SandglassTrustedTimeCore", targets: ["SandglassTrustedTimeCore"]),
    .library(name: "SandglassTrustedTimeTesting", targets: ["SandglassTrustedTimeTesting"]),
  ],
  // A client that names a folder, which a guess cannot tell from the work on this package, asks for
  // no traits and so fetches nothing: `.package(path: "../sandglass", traits: [])`.
  traits: [
    .default(enabledTraits: ["Command"]),
    .trait(name: "Command", description: "The command; it needs swift-argument-parser."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    .target(name: "SandglassCore", swiftSettings: settings),
    .target(name: "CSandglassLinux"),
    .target(
      name: "Sandglass",
      dependencies: [
        "SandglassCore",
        .target(name: "CSandglassLinux", condition: .when(platforms: [.linux])),
      ],
      exclude: notForThisSystem, resources: privacyManifest,
      swiftSettings: settings),
    .target(
      name: "SandglassTesting",
      dependencies: ["Sandglass", "SandglassCore"],
      swiftSettings: settings),
    .target(
      name: "SandglassUIKit",
      dependencies: ["Sandglass"] + standIns(for: "UIKit", "UserNotifications"),
      swiftSettings: settings),
    .target(
      name: "SandglassAudio",
      dependencies: ["Sandglass"] + standIns(for: "AVFAudio"),
      swiftSettings: settings),
    .target(
      name: "SandglassTrustedTimeCore", dependencies: ["SandglassCore"], swiftSettings: settings),
    .target(
      name: "SandglassTrustedTime",
      dependencies: ["Sandglass", "SandglassCore", "SandglassTrustedTimeCore"],
      swiftSettings: settings),
    .target(
      name: "SandglassTrustedTimeTesting",
      dependencies: ["Sandglass", "SandglassTrustedTime"], swiftSettings: settings),
    .executableTarget(
      name: "SandglassCLI",
      dependencies: [
        "Sandglass", "SandglassCore",
        .product(
          name: "ArgumentParser", package: "swift-argument-parser",
          condition: .when(traits: ["Command"])),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SandglassCLITests",
      dependencies: ["SandglassCLI", "SandglassTestSupport"],
      swiftSettings: settings + quickToBuild),
    .target(
      name: "SandglassTestSupport", path: "Tests/SandglassTestSupport", swiftSettings: settings),
    .testTarget(
      name: "SandglassCoreTests",
      dependencies: ["SandglassCore", "SandglassTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "SandglassTests",
      dependencies: ["Sandglass", "SandglassCore", "SandglassTesting", "SandglassTestSupport"],
      swiftSettings: settings + quickToBuild),
    .testTarget(
      name: "SandglassTrustedTimeTests",
      dependencies: [
        "Sandglass", "SandglassCore", "SandglassTrustedTime", "SandglassTrustedTimeCore",
        "SandglassTesting", "SandglassTrustedTimeTesting", "SandglassTestSupport",
      ],
      swiftSettings: settings + quickToBuild),
    .testTarget(
      name: "DocumentationTests",
      dependencies: ["Sandglass", "SandglassTesting"],
      swiftSettings: settings + quickToBuild),
    .testTarget(
      name: "SnippetsMainActor",
      dependencies: ["Sandglass", "SandglassTesting"],
      swiftSettings: settings + quickToBuild + [.defaultIsolation(MainActor.self)]),
    .testTarget(
      name: "SnippetsNonisolated",
      dependencies: ["Sandglass", "SandglassTesting"],
      swiftSettings: settings + quickToBuild),
  ] + standInTargets + testsOverStandIns,
  swiftLanguageModes: [.v6]
)

// With this only the library and its tests are there, and those of trusted time: the sanitizers' runs need no more. The
// copy in which Scripts/test-darwin-files tests the files for Apple's systems does without trusted time.
if let parts = Context.environment["SANDGLASS_LIBRARY_ALONE"] {
  var library = ["SandglassCore", "CSandglassLinux", "Sandglass", "SandglassTesting"]
  var tests = ["SandglassTestSupport", "SandglassTests"]
  if parts != "darwin-files" {
    library += ["", "Core", "Testing"].map { "SandglassTrustedTime\($0)" }
    tests.append("SandglassTrustedTimeTests")
  }
  package.targets.removeAll { !(library + tests).contains($0.name) }
  package.products.removeAll { !library.contains($0.name) }
  package.dependencies = []
}
