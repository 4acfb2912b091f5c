// swift-tools-version: 6.2

import PackageDescription

// CI sets this variable. Without it, warnings are not errors, so that a new compiler's warnings do
// not break the builds of clients.
let strict: [SwiftSetting] =
  Context.environment["SANDGLASS_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

// If this variable is set, the package also contains the programs in Workbench, so that they share its
// build. If the variable is "server", everything that needs a trait is on by default, and the package
// contains the programs that need it. If it is "durable", the package contains only the durable engine
// and what the engine needs. Clients do not set the variable.
let workbench = Context.environment["SANDGLASS_WORKBENCH"]
let hasServer = workbench == "server"
let hasDurable = hasServer || workbench == "durable"

// SwiftPM passes traits to the compiler in random order, so that with two of them everything would
// often be compiled again. So there is one trait for all, which defines the others' names.
let everything = hasServer ? ["Everything"] : []
let withServer: [SwiftSetting] =
  hasServer ? [.define("Server", .when(traits: ["Everything"]))] : []
let withDurable: [SwiftSetting] =
  hasServer ? [.define("SQLite", .when(traits: ["Everything"]))] : []

// `swift test` passes this flag to a release build, and `swift build` does not. With it in the manifest,
// both use the same build.
let forTests: [SwiftSetting] =
  workbench == nil ? [] : [.unsafeFlags(["-enable-testing"], .when(configuration: .release))]

let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + strict + forTests

// On Linux, the adapters are built and tested with stand-in modules for Apple's frameworks. The
// names of the stand-ins differ from the frameworks' names, so that a client may have a target with
// the name of a framework. On other platforms, the package contains neither the stand-ins nor the
// tests that need them.
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

// The privacy manifest is for apps on Apple platforms. On Linux, SwiftPM would generate an accessor
// for the resource, and the library would then link Foundation.
#if canImport(Darwin)
  let privacyManifest: [Resource] = [.process("PrivacyInfo.xcprivacy")]
  let notForThisSystem: [String] = []
#else
  let privacyManifest: [Resource] = []
  let notForThisSystem = ["PrivacyInfo.xcprivacy"]
#endif

// Only the command needs swift-argument-parser, and clients of the libraries should not fetch it.
// For a client, SwiftPM fetches only the dependencies of declared products. The command is
// therefore not a declared product if this manifest is read for a client that uses the repository's
// URL.
//
// A manifest cannot find out for which package SwiftPM reads it, so this manifest guesses from its
// folder. For a client, the folder is "/" during version resolution, when SwiftPM reads from the
// repository, and is inside a folder "checkouts" afterwards. The guess can be wrong in two ways:
// - A client's copy that is not inside a folder "checkouts" looks like our own clone. The client
//   then fetches swift-argument-parser, but does not build it.
// - Our own clone looks like a client's copy if it is inside a folder "checkouts". SwiftPM then
//   names the command after its target: `swift run SandglassCLI 3s`. The tests find the command if
//   SANDGLASS_PROGRAM=.build/debug/SandglassCLI is set.
let isReadForClient =
  Context.packageDirectory == "/"
  || Context.packageDirectory.split(separator: "/").dropLast().last == "checkouts"

// Optimising the tests takes minutes, mostly for expanded macros, so release builds optimise only
// the code under test. The wheel's tests are an exception, because they make millions of
// comparisons with slow models.
let quickToBuild: [SwiftSetting] =
  isReadForClient
  ? []
  : [
    .unsafeFlags(
      ["-Onone", "-no-whole-module-optimization", "-enable-batch-mode"],
      .when(configuration: .release))
  ]

// Clients that are not servers should not fetch a server framework, so the server's half of trusted
// time needs the trait Server. Without the trait, SwiftPM ignores these products, and the files that
// need them contain nothing.
func forServers(_ products: (name: String, package: String)...) -> [Target.Dependency] {
  products.map {
    .product(
      name: $0.name, package: $0.package, condition: .when(traits: Set(["Server"] + everything)))
  }
}

// Nor should they fetch a database, so the durable engine needs the trait SQLite.
func forDurable(_ products: (name: String, package: String)...) -> [Target.Dependency] {
  products.map {
    .product(
      name: $0.name, package: $0.package, condition: .when(traits: Set(["SQLite"] + everything)))
  }
}

let database = forDurable(
  ("GRDB", "GRDB.swift"), ("ServiceLifecycle", "swift-service-lifecycle"),
  ("Logging", "swift-log"), ("Metrics", "swift-metrics"))

let crypto = forServers(("Crypto", "swift-crypto"))
let hummingbird = forServers(
  ("Hummingbird", "hummingbird"), ("HummingbirdCore", "hummingbird"),
  ("HTTPTypes", "swift-http-types"), ("Logging", "swift-log"), ("NIOCore", "swift-nio"))

func program(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "Workbench/\(name)", swiftSettings: settings)
}

let programs: [Target] = [
  .target(name: "CAllocations", path: "Workbench/CAllocations"),
  program("Allocations", "CAllocations", "Sandglass", "SandglassCore", "SandglassTesting"),
  .target(name: "CRawClock", path: "Workbench/CRawClock"),
  program("Subject", "CRawClock", "Sandglass"),
  .target(name: "GoalSupport", path: "Workbench/GoalSupport", swiftSettings: settings),
  program(
    "TrustedTimeGoals", "GoalSupport", "Sandglass", "SandglassCore", "SandglassTesting",
    "SandglassTrustedTime", "SandglassTrustedTimeCore", "SandglassTrustedTimeTesting"),
  program(
    "TrustedTimeNetwork", "GoalSupport", "Sandglass", "SandglassCore", "SandglassTrustedTime",
    "SandglassTrustedTimeCore"),
]

let serverPrograms: [Target] = ["HundredPhones", "ThroughputServer"].map { name in
  .executableTarget(
    name: name,
    dependencies: [
      "Sandglass", "SandglassCore", "SandglassServer", "SandglassTrustedTime",
      "SandglassTestSupport",
    ] + hummingbird,
    path: "Workbench/\(name)", swiftSettings: settings + withServer)
}

let durablePrograms: [Target] = [
  .executableTarget(
    name: "DurableGoals",
    dependencies: ["GoalSupport", "SandglassDurable", "SandglassDurableCore", "SandglassCore"]
      + database + forDurable(("CoreMetrics", "swift-metrics")),
    path: "Workbench/DurableGoals", swiftSettings: settings + withDurable)
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

// This manifest cannot distinguish a client that uses a path from our own clone. Such a client
// disables the default trait to avoid fetching swift-argument-parser:
// `.package(path: "../sandglass", traits: [])`.
var traits: Set<Trait> = [
  .default(enabledTraits: [hasServer ? "Everything" : hasDurable ? "SQLite" : "Command"]),
  .trait(name: "Command", description: "The command; it needs swift-argument-parser."),
  .trait(name: "Server", description: "SandglassServer; it needs Hummingbird and swift-crypto."),
  .trait(name: "SQLite", description: "SandglassDurable on SQLite; it needs GRDB."),
]
if hasServer { traits.insert(.trait(name: "Everything", description: "All other traits.")) }

let package = Package(
  name: "sandglass",
  platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: command + [
    .library(name: "Sandglass", targets: ["Sandglass"]),
    .library(name: "SandglassCore", targets: ["SandglassCore"]),
    .library(name: "SandglassText", targets: ["SandglassText"]),
    .library(name: "SandglassTesting", targets: ["SandglassTesting"]),
    .library(name: "SandglassUIKit", targets: ["SandglassUIKit"]),
    .library(name: "SandglassAudio", targets: ["SandglassAudio"]),
    .library(name: "SandglassTrustedTime", targets: ["SandglassTrustedTime"]),
    .library(name: "SandglassTrustedTimeCore", targets: ["SandglassTrustedTimeCore"]),
    .library(name: "SandglassTrustedTimeTesting", targets: ["SandglassTrustedTimeTesting"]),
    .library(name: "SandglassServer", targets: ["SandglassServer"]),
    .library(name: "SandglassDurable", targets: ["SandglassDurable"]),
  ],
  traits: traits,
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
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
    .target(name: "SandglassText", dependencies: ["SandglassCore"], swiftSettings: settings),
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
      dependencies: [
        "Sandglass", "SandglassCore", "SandglassTrustedTimeCore",
        .target(name: "CSandglassLinux", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: settings),
    .target(
      name: "SandglassTrustedTimeTesting",
      dependencies: ["Sandglass", "SandglassTrustedTime"], swiftSettings: settings),
    .target(name: "CSandglassServer"),
    .target(
      name: "SandglassServer",
      dependencies: ["CSandglassServer", "Sandglass", "SandglassCore"] + crypto + hummingbird,
      exclude: ["README.md"], swiftSettings: settings + withServer),
    .target(
      name: "SandglassDurableCore", dependencies: ["SandglassCore"], swiftSettings: settings),
    .target(
      name: "SandglassDurable",
      dependencies: ["SandglassDurableCore", "Sandglass", "SandglassCore"] + database,
      swiftSettings: settings + withDurable),
    .executableTarget(
      name: "DurableExample",
      dependencies: ["SandglassDurable"] + database
        + forDurable(("UnixSignals", "swift-service-lifecycle")),
      path: "Workbench/DurableExample", swiftSettings: settings + withDurable),
    .testTarget(
      name: "SandglassDurableTests",
      dependencies: [
        "DurableExample", "SandglassDurable", "SandglassDurableCore", "Sandglass", "SandglassCore",
        "SandglassTesting", "SandglassTestSupport",
      ] + database + forDurable(("MetricsTestKit", "swift-metrics")),
      swiftSettings: settings + withDurable + quickToBuild),
    .testTarget(
      name: "SandglassServerTests",
      dependencies: [
        "SandglassServer", "Sandglass", "SandglassCore", "SandglassTrustedTime",
        "SandglassTestSupport",
      ] + crypto + hummingbird + forServers(("NIOEmbedded", "swift-nio")),
      swiftSettings: settings + withServer + quickToBuild),
    .executableTarget(
      name: "SandglassCLI",
      dependencies: [
        "Sandglass", "SandglassCore",
        .product(
          name: "ArgumentParser", package: "swift-argument-parser",
          condition: .when(traits: Set(["Command", "Server"] + everything))),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SandglassCLITests",
      dependencies: ["SandglassCLI", "SandglassCore", "SandglassTestSupport"],
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
      name: "SandglassTextTests",
      dependencies: [
        "SandglassText", "Sandglass", "SandglassCore", "SandglassTesting", "SandglassTestSupport",
      ],
      swiftSettings: settings + quickToBuild),
    .testTarget(
      name: "DocumentationTests",
      dependencies: ["Sandglass", "SandglassTesting"],
      swiftSettings: settings + quickToBuild),
  ] + standInTargets + testsOverStandIns + (workbench == nil ? [] : programs)
    + (hasServer ? serverPrograms : []) + (hasDurable ? durablePrograms : []),
  swiftLanguageModes: [.v6]
)

// If this variable is set, the package contains only what a sanitizer can find something in: the library,
// trusted time, and the tests that use threads, system calls or memory that Swift does not check.
if Context.environment["SANDGLASS_LIBRARY_ALONE"] != nil {
  var library = ["SandglassCore", "CSandglassLinux", "Sandglass", "SandglassTesting"]
  library += ["", "Core", "Testing"].map { "SandglassTrustedTime\($0)" }
  let folders = [
    "SandglassTests": ["Machine", "Support"], "SandglassCoreTests": ["TimingWheel", "TimerQueue"],
    "SandglassTrustedTimeTests": nil, "SandglassTestSupport": nil,
  ]
  package.targets.removeAll { !library.contains($0.name) && folders[$0.name] == nil }
  package.products.removeAll { !library.contains($0.name) }
  package.dependencies = []
  for target in package.targets { target.sources = folders[target.name] ?? nil }
}

if workbench == "durable" {
  let needed = [
    "CSandglassLinux", "Sandglass", "SandglassCore", "SandglassTesting", "SandglassTestSupport",
    "GoalSupport",
  ]
  package.targets.removeAll { !needed.contains($0.name) && !$0.name.contains("Durable") }
  package.products.removeAll { $0.name != "SandglassDurable" }
}
