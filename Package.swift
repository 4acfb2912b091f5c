// swift-tools-version: 6.2

import PackageDescription

// CI sets this variable. Without it, warnings are not errors, so that a new compiler's warnings do
// not break the builds of clients.
let strict: [SwiftSetting] =
  Context.environment["SANDGLASS_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

// If this variable is set, the package also contains the programs in Workbench, so that they share its
// build, and a trait is on by default: Workbench if the variable is "server", and otherwise StandIns.
// Clients do not set the variable.
let workbench = Context.environment["SANDGLASS_WORKBENCH"]

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

// With the trait StandIns, the adapters are built on Linux over stand-ins for Apple's frameworks, which clients can use in
// their tests. The module has no framework's name, so that a client may have a target with such a name. Other platforms
// have no stand-ins.
let standIns = "SandglassStandIns"
#if os(Linux)
  let standInSources: [String]? = nil
#else
  let standInSources: [String]? = ["StandIns.swift"]
#endif

let overStandIns: Set<String> = ["StandIns", "Workbench"]
let adapterSettings =
  settings + [.define("STAND_INS", .when(platforms: [.linux], traits: overStandIns))]
let adapterDependencies: [Target.Dependency] = [
  "Sandglass",
  .target(name: standIns, condition: .when(platforms: [.linux], traits: overStandIns)),
]

// The privacy manifest is for apps on Apple platforms. On Linux, SwiftPM would generate an accessor
// for the resource, and the library would then link Foundation.
#if canImport(Darwin)
  let privacyManifest: [Resource] = [.process("PrivacyInfo.xcprivacy")]
  let notForThisSystem: [String] = []
#else
  let privacyManifest: [Resource] = []
  let notForThisSystem = ["PrivacyInfo.xcprivacy"]
#endif

// Optimising the tests takes minutes, mostly for expanded macros, so release builds optimise only
// the code under test. The wheel's tests are an exception, because they make millions of
// comparisons with slow models.
let quickToBuild: [SwiftSetting] = [
  .unsafeFlags(
    ["-Onone", "-no-whole-module-optimization", "-enable-batch-mode"],
    .when(configuration: .release))
]

// Clients that are not servers should not fetch a server framework, so the server's half of trusted
// time needs the trait Server. Without the trait, SwiftPM ignores these products, and the files that
// need them contain nothing.
let onServers: Set<String> = ["Server", "Workbench"]
let onlyForServers: [SwiftSetting] = [.define("SERVER", .when(traits: onServers))]
let serverSettings = settings + onlyForServers

func forServers(_ products: (name: String, package: String)...) -> [Target.Dependency] {
  products.map {
    .product(name: $0.name, package: $0.package, condition: .when(traits: onServers))
  }
}

// Nor should clients without a database fetch one, so the durable engine needs the trait SQLite or PostgreSQL. Its files
// ask for DURABLE, and those of one store for that store.
let onSQLite: Set<String> = ["SQLite", "Workbench"]
let onPostgreSQL: Set<String> = ["PostgreSQL", "Workbench"]
let onDatabases = onSQLite.union(onPostgreSQL)
let databaseSettings =
  settings + [
    .define("DURABLE", .when(traits: onDatabases)), .define("SQLITE", .when(traits: onSQLite)),
    .define("POSTGRESQL", .when(traits: onPostgreSQL)),
  ]

func forDatabases(_ products: (name: String, package: String)...) -> [Target.Dependency] {
  products.map {
    .product(name: $0.name, package: $0.package, condition: .when(traits: onDatabases))
  }
}

let database: [Target.Dependency] =
  forDatabases(
    ("ServiceLifecycle", "swift-service-lifecycle"), ("Logging", "swift-log"),
    ("Metrics", "swift-metrics"))
  + [
    .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: onSQLite)),
    .target(name: "CLibPQ", condition: .when(traits: onPostgreSQL)),
  ]

let crypto = forServers(("Crypto", "swift-crypto"))
let hummingbird = forServers(
  ("Hummingbird", "hummingbird"), ("HummingbirdCore", "hummingbird"),
  ("HTTPTypes", "swift-http-types"), ("Logging", "swift-log"), ("NIOCore", "swift-nio"))

func program(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "Workbench/\(name)", swiftSettings: settings)
}

let programs: [Target] = [
  program("Subject", "Sandglass", "SandglassCore"),
  .executableTarget(
    name: "Goals",
    dependencies: [
      "Sandglass", "SandglassCore", "SandglassTesting", "SandglassCalendar", "SandglassTrustedTime",
      "SandglassTrustedTimeCore", "SandglassTrustedTimeTesting", "SandglassServer",
      "SandglassDurable",
    ] + hummingbird + database + forDatabases(("CoreMetrics", "swift-metrics")),
    path: "Workbench/Goals", swiftSettings: databaseSettings + onlyForServers),
]

let testsOverStandIns: [Target] =
  standInSources != nil || workbench == nil
  ? []
  : [
    .testTarget(
      name: "SandglassUIKitTests",
      dependencies: adapterDependencies + [
        "SandglassUIKit", "SandglassAudio", "SandglassCore", "SandglassTesting",
        "SandglassTestSupport",
      ],
      swiftSettings: adapterSettings + quickToBuild)
  ]

let package = Package(
  name: "sandglass",
  platforms: [.iOS(.v17), .macOS(.v14), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [
    .library(name: "Sandglass", targets: ["Sandglass"]),
    .library(name: "SandglassCore", targets: ["SandglassCore"]),
    .library(name: "SandglassText", targets: ["SandglassText"]),
    .library(name: "SandglassCalendar", targets: ["SandglassCalendar"]),
    .library(name: "SandglassTesting", targets: ["SandglassTesting"]),
    .library(name: "SandglassUIKit", targets: ["SandglassUIKit"]),
    .library(name: "SandglassAudio", targets: ["SandglassAudio"]),
    .library(name: "SandglassStandIns", targets: [standIns]),
    .library(name: "SandglassTrustedTime", targets: ["SandglassTrustedTime"]),
    .library(name: "SandglassTrustedTimeCore", targets: ["SandglassTrustedTimeCore"]),
    .library(name: "SandglassTrustedTimeTesting", targets: ["SandglassTrustedTimeTesting"]),
    .library(name: "SandglassServer", targets: ["SandglassServer"]),
    .library(name: "SandglassDurable", targets: ["SandglassDurable"]),
  ],
  // Never two traits at once: SwiftPM passes them to the compiler in random order, so that everything
  // would often be compiled again. Therefore the trait Workbench stands for all others.
  traits: [
    .default(
      enabledTraits: workbench == nil ? [] : [workbench == "server" ? "Workbench" : "StandIns"]),
    .trait(name: "Server", description: "SandglassServer; it needs Hummingbird and swift-crypto."),
    .trait(name: "SQLite", description: "SandglassDurable on SQLite; it needs GRDB."),
    .trait(name: "PostgreSQL", description: "SandglassDurable on PostgreSQL; it needs libpq."),
    .trait(
      name: "StandIns",
      description:
        "SandglassUIKit, SandglassAudio and SandglassStandIns on Linux, with stand-ins for the frameworks."
    ),
    .trait(name: "Workbench", description: "Everything, for the tests of this package."),
  ],
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
    .target(name: "CSandglass"),
    .target(
      name: "Sandglass",
      dependencies: [
        "SandglassCore",
        .target(name: "CSandglass", condition: .when(platforms: [.linux, .android])),
      ],
      exclude: notForThisSystem, resources: privacyManifest,
      swiftSettings: settings),
    .target(name: "SandglassText", dependencies: ["SandglassCore"], swiftSettings: settings),
    .target(name: "SandglassCalendar", dependencies: ["SandglassCore"], swiftSettings: settings),
    .target(
      name: "SandglassTesting",
      dependencies: ["Sandglass", "SandglassCore"],
      swiftSettings: settings),
    .target(
      name: "SandglassUIKit", dependencies: adapterDependencies, swiftSettings: adapterSettings),
    .target(
      name: "SandglassAudio", dependencies: adapterDependencies, swiftSettings: adapterSettings),
    .target(
      name: standIns, dependencies: ["Sandglass"], path: "Sources/SandglassStandIns",
      exclude: ["README.md"], sources: standInSources, swiftSettings: adapterSettings),
    .target(
      name: "SandglassTrustedTimeCore", dependencies: ["SandglassCore"], swiftSettings: settings),
    .target(
      name: "SandglassTrustedTime",
      dependencies: [
        "Sandglass", "SandglassCore", "SandglassTrustedTimeCore",
        .target(name: "CSandglass", condition: .when(platforms: [.linux, .android])),
      ],
      swiftSettings: settings),
    .target(
      name: "SandglassTrustedTimeTesting",
      dependencies: ["Sandglass", "SandglassTrustedTime"], swiftSettings: settings),
    .target(
      name: "SandglassServer",
      dependencies: ["CSandglass", "Sandglass", "SandglassCore"] + crypto + hummingbird,
      swiftSettings: serverSettings),
    .testTarget(
      name: "SandglassServerTests",
      dependencies: [
        "SandglassServer", "Sandglass", "SandglassCore", "SandglassTrustedTime",
        "SandglassTestSupport",
      ] + crypto + hummingbird + forServers(("NIOEmbedded", "swift-nio")),
      swiftSettings: serverSettings + quickToBuild),
    .systemLibrary(
      name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    .target(
      name: "SandglassDurable",
      dependencies: ["Sandglass", "SandglassCore"] + database,
      swiftSettings: databaseSettings),
    .executableTarget(
      name: "DurableExample",
      dependencies: ["SandglassDurable"] + database
        + forDatabases(("UnixSignals", "swift-service-lifecycle")),
      path: "Workbench/DurableExample", swiftSettings: databaseSettings),
    .testTarget(
      name: "SandglassDurableTests",
      dependencies: [
        "DurableExample", "SandglassDurable", "Sandglass", "SandglassCore", "SandglassTesting",
        "SandglassTestSupport",
      ] + database + forDatabases(("MetricsTestKit", "swift-metrics")),
      swiftSettings: databaseSettings + quickToBuild),
    // The command is not a declared product: for a client, SwiftPM fetches only the dependencies of
    // declared products, and no client should fetch swift-argument-parser.
    .executableTarget(
      name: "sandglass-cli",
      dependencies: [
        "Sandglass", "SandglassCore",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Sources/SandglassCLI", swiftSettings: settings),
    .testTarget(
      name: "SandglassCLITests",
      dependencies: ["sandglass-cli", "SandglassCore", "SandglassTestSupport"],
      swiftSettings: settings + quickToBuild),
    .target(
      name: "SandglassTestSupport", dependencies: ["SandglassCore"],
      path: "Tests/SandglassTestSupport", swiftSettings: settings),
    .testTarget(
      name: "SandglassCoreTests",
      dependencies: ["SandglassCore", "SandglassTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "SandglassTests",
      dependencies: [
        "Sandglass", "SandglassCore", "SandglassTesting", "SandglassText", "SandglassCalendar",
        "SandglassTestSupport",
      ],
      swiftSettings: settings + quickToBuild),
    .testTarget(
      name: "SandglassTrustedTimeTests",
      dependencies: [
        "Sandglass", "SandglassCore", "SandglassTrustedTime", "SandglassTrustedTimeCore",
        "SandglassTesting", "SandglassTrustedTimeTesting", "SandglassTestSupport",
      ],
      swiftSettings: settings + quickToBuild),
  ] + testsOverStandIns + (workbench == nil ? [] : programs),
  swiftLanguageModes: [.v6]
)

// The tests use what the oldest systems lack, such as numbers of 128 bits and `VirtualTime.task`. So on Apple platforms
// they run only on systems of 2024 or later.
let apple: [Platform] = [.iOS, .macOS, .tvOS, .watchOS, .visionOS]
for target in package.targets where target.type == .test || target.name == "SandglassTestSupport" {
  target.swiftSettings?.append(
    .unsafeFlags(["-Xfrontend", "-disable-availability-checking"], .when(platforms: apple)))
}
