// swift-tools-version: 6.2

import PackageDescription

// One section for each room of the repository, below the parts that they share. The settings that a section declares are
// those of its own targets, but Durable's tests are also a server, and say so.

// The one variable that this package reads; clients do not set it. Its value is the trait that is on by default, mostly
// StandIns or Everything. With it, the package also has the programs that check and measure, so that they share a build
// with the tests, and warnings are errors. Without it they are not, so that a new compiler's warnings do not break the
// builds of clients.
let developersTrait = Context.environment["SANDGLASS_TRAIT"]
let isForDevelopers = developersTrait != nil

#if canImport(Darwin)
  let isApple = true
#else
  let isApple = false
#endif

let package = Package(
  name: "sandglass",
  platforms: [.iOS(.v17), .macOS(.v14), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  // Clients that are not servers should not fetch a server framework, nor clients without a database one of these, nor
  // apps an HTTP client that they have already, so what needs them needs a trait. Without the trait, SwiftPM ignores the
  // packages, and the files that need them contain nothing.
  //
  // Never two traits at once: SwiftPM passes them to the compiler in random order, so that everything would often be
  // compiled again. Therefore the trait Everything stands for all others.
  traits: [
    .default(enabledTraits: developersTrait.map { [$0] } ?? []),
    .trait(
      name: "HTTPClient", description: "HTTPTimeServer on Linux; it needs async-http-client."),
    .trait(name: "Server", description: "SandglassServer; it needs Hummingbird and swift-crypto."),
    .trait(name: "SQLite", description: "SandglassDurable on SQLite; it needs GRDB."),
    .trait(name: "PostgreSQL", description: "SandglassDurable on PostgreSQL; it needs libpq."),
    .trait(
      name: "StandIns",
      description:
        "SandglassUIKit, SandglassAudio and SandglassStandIns on Linux, with stand-ins for the frameworks."
    ),
    .trait(name: "Everything", description: "All of them, for the tests of this package."),
  ],
  swiftLanguageModes: [.v6]
)

// MARK: - What the rooms share

/// The settings of every target.
var commonSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]
if isForDevelopers {
  commonSettings += [
    .treatAllWarnings(as: .error),
    // `swift test` passes this flag to a release build, and `swift build` does not. With it here, both use the same build.
    .unsafeFlags(["-enable-testing"], .when(configuration: .release)),
  ]
}

/// The tests use what the oldest systems lack, such as numbers of 128 bits and `VirtualTime.task`. So on Apple platforms
/// they run only on systems of 2024 or later.
let onNewSystems: SwiftSetting = .unsafeFlags(
  ["-Xfrontend", "-disable-availability-checking"],
  .when(platforms: [.iOS, .macOS, .tvOS, .watchOS, .visionOS]))

/// Optimising the tests takes minutes, mostly for expanded macros, so release builds optimise only the code under test.
let quickToBuild: SwiftSetting = .unsafeFlags(
  ["-Onone", "-no-whole-module-optimization", "-enable-batch-mode"],
  .when(configuration: .release))

let testSettings = commonSettings + [onNewSystems, quickToBuild]

func products(
  _ packages: KeyValuePairs<String, String>, on traits: Set<String>
) -> [Target.Dependency] {
  packages.map { .product(name: $0.key, package: $0.value, condition: .when(traits: traits)) }
}

let callsOnLinux: Target.Dependency = .target(
  name: "CSandglass", condition: .when(platforms: [.linux, .android]))

// MARK: - The library: what an app imports

// With the trait StandIns, the adapters are built on Linux over stand-ins for Apple's frameworks, which clients can use in
// their tests. The module has no framework's name, so that a client may have a target with such a name. Other platforms
// have no stand-ins.
let standIns = "SandglassStandIns"
let overStandIns: Set<String> = ["StandIns", "Everything"]
let standInsOnLinux: Target.Dependency = .target(
  name: standIns, condition: .when(platforms: [.linux], traits: overStandIns))
let adapterSettings =
  commonSettings + [.define("STAND_INS", .when(platforms: [.linux], traits: overStandIns))]

package.products += [
  .library(name: "Sandglass", targets: ["Sandglass"]),
  .library(name: "SandglassStores", targets: ["SandglassStores"]),
  .library(name: "SandglassCore", targets: ["SandglassCore"]),
  .library(name: "SandglassLedger", targets: ["SandglassLedger"]),
  .library(name: "SandglassText", targets: ["SandglassText"]),
  .library(name: "SandglassCalendar", targets: ["SandglassCalendar"]),
  .library(name: "SandglassTesting", targets: ["SandglassTesting"]),
  .library(name: "SandglassStoresTesting", targets: ["SandglassStoresTesting"]),
  .library(name: "SandglassUIKit", targets: ["SandglassUIKit"]),
  .library(name: "SandglassAudio", targets: ["SandglassAudio"]),
  .library(name: standIns, targets: [standIns]),
]

package.targets += [
  .target(name: "SandglassCore", exclude: ["README.md"], swiftSettings: commonSettings),
  .target(name: "CSandglass"),
  // The privacy manifest is for apps on Apple platforms. On Linux, SwiftPM would generate an accessor for the resource, and
  // the library would then link Foundation.
  .target(
    name: "Sandglass", dependencies: ["SandglassCore", callsOnLinux],
    exclude: ["README.md"] + (isApple ? [] : ["PrivacyInfo.xcprivacy"]),
    resources: isApple ? [.process("PrivacyInfo.xcprivacy")] : [], swiftSettings: commonSettings),
  .target(
    name: "SandglassLedger", dependencies: ["SandglassCore"], exclude: ["README.md"],
    swiftSettings: commonSettings),
  .target(
    name: "SandglassStores", dependencies: ["Sandglass", "SandglassCore", "SandglassLedger"],
    exclude: ["README.md"], swiftSettings: commonSettings),
  .target(name: "SandglassText", dependencies: ["SandglassCore"], swiftSettings: commonSettings),
  .target(
    name: "SandglassCalendar", dependencies: ["SandglassCore"], swiftSettings: commonSettings),
  .target(
    name: "SandglassTesting", dependencies: ["Sandglass", "SandglassCore"],
    swiftSettings: commonSettings),
  .target(
    name: "SandglassStoresTesting",
    dependencies: ["Sandglass", "SandglassLedger", "SandglassCore"],
    swiftSettings: commonSettings),
  .target(
    name: "SandglassUIKit", dependencies: ["Sandglass", standInsOnLinux],
    swiftSettings: adapterSettings),
  .target(
    name: "SandglassAudio", dependencies: ["Sandglass", standInsOnLinux],
    swiftSettings: adapterSettings),
  .target(
    name: standIns, dependencies: ["Sandglass"], path: "Sources/SandglassStandIns",
    exclude: ["README.md"], sources: isApple ? ["StandIns.swift"] : nil,
    swiftSettings: adapterSettings),
  .target(
    name: "SandglassTestSupport", dependencies: ["SandglassCore", "SandglassLedger"],
    path: "Tests/SandglassTestSupport", swiftSettings: commonSettings + [onNewSystems]),
  // The wheel's tests make millions of comparisons with slow models, so release builds optimise these tests, too.
  .testTarget(
    name: "SandglassCoreTests",
    dependencies: ["SandglassCore", "SandglassLedger", "SandglassTestSupport"],
    swiftSettings: commonSettings + [onNewSystems]),
  .testTarget(
    name: "SandglassTests",
    dependencies: [
      "Sandglass", "SandglassStores", "SandglassLedger", "SandglassCore", "SandglassTesting",
      "SandglassStoresTesting", "SandglassText", "SandglassCalendar", "SandglassTestSupport",
    ], swiftSettings: testSettings),
]

if isForDevelopers {
  package.targets += [
    .executableTarget(
      name: "Subject",
      dependencies: ["SandglassStores", "SandglassLedger", "Sandglass", "SandglassCore"],
      path: "Tests/Faults/Subject", swiftSettings: commonSettings),
    .executableTarget(
      name: "Allocations",
      dependencies: ["Sandglass", "SandglassCore", "SandglassTesting"],
      path: "Benchmarks/Allocations", exclude: ["CountAllocations.c"], swiftSettings: commonSettings
    ),
  ]
}

if isForDevelopers && !isApple {
  package.targets.append(
    .testTarget(
      name: "SandglassUIKitTests",
      dependencies: [
        "SandglassUIKit", "SandglassAudio", "Sandglass", "SandglassStores", "SandglassLedger",
        "SandglassCore", "SandglassTesting", "SandglassTestSupport", standInsOnLinux,
      ], swiftSettings: testSettings))
}

// MARK: - Trusted time: a server's clock, and the server's half

let onHTTPClients: Set<String> = ["HTTPClient", "Everything"]
let onServers: Set<String> = ["Server", "Everything"]

let trustedTimeSettings: [SwiftSetting] = [
  .define("HTTP_CLIENT", .when(platforms: [.linux, .android], traits: onHTTPClients)),
  // Apple's client of HTTP, which the tests compare with the one of Linux.
  .define("URL_SESSION_ON_LINUX", .when(platforms: [.linux], traits: ["Everything"])),
]
let serverSettings: [SwiftSetting] = [.define("SERVER", .when(traits: onServers))]

package.dependencies += [
  .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
  .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
  .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
  .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
  .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
]

// Apple's systems have URLSession.
let httpClientPackages: [Target.Dependency] = [
  ("AsyncHTTPClient", "async-http-client"), ("NIOCore", "swift-nio"), ("NIOHTTP1", "swift-nio"),
  ("NIOPosix", "swift-nio"),
].map {
  .product(
    name: $0.0, package: $0.1,
    condition: .when(platforms: [.linux, .android], traits: onHTTPClients))
}

let serverPackages = products(
  [
    "Crypto": "swift-crypto", "Hummingbird": "hummingbird", "HummingbirdCore": "hummingbird",
    "HTTPTypes": "swift-http-types", "NIOCore": "swift-nio",
  ], on: onServers)

package.products += [
  .library(name: "SandglassTrustedTime", targets: ["SandglassTrustedTime"]),
  .library(name: "SandglassTrustedTimeCore", targets: ["SandglassTrustedTimeCore"]),
  .library(name: "SandglassTrustedTimeTesting", targets: ["SandglassTrustedTimeTesting"]),
  .library(name: "SandglassServer", targets: ["SandglassServer"]),
]

package.targets += [
  .target(
    name: "SandglassTrustedTimeCore", dependencies: ["SandglassCore"],
    path: "TrustedTime/Sources/SandglassTrustedTimeCore", swiftSettings: commonSettings),
  .target(
    name: "SandglassTrustedTime",
    dependencies: ["Sandglass", "SandglassCore", "SandglassTrustedTimeCore", callsOnLinux]
      + httpClientPackages,
    path: "TrustedTime/Sources/SandglassTrustedTime",
    swiftSettings: commonSettings + trustedTimeSettings),
  .target(
    name: "SandglassTrustedTimeTesting", dependencies: ["Sandglass", "SandglassTrustedTime"],
    path: "TrustedTime/Sources/SandglassTrustedTimeTesting", swiftSettings: commonSettings),
  .target(
    name: "SandglassServer",
    dependencies: ["CSandglass", "Sandglass", "SandglassCore"] + serverPackages,
    path: "TrustedTime/Sources/SandglassServer", swiftSettings: commonSettings + serverSettings),
  .testTarget(
    name: "SandglassTrustedTimeTests",
    dependencies: [
      "Sandglass", "SandglassStores", "SandglassLedger", "SandglassCore", "SandglassTrustedTime",
      "SandglassTrustedTimeCore", "SandglassTesting", "SandglassTrustedTimeTesting",
      "SandglassTestSupport",
    ], path: "TrustedTime/Tests/SandglassTrustedTimeTests",
    swiftSettings: testSettings + trustedTimeSettings),
  .testTarget(
    name: "SandglassServerTests",
    dependencies: [
      "SandglassServer", "Sandglass", "SandglassCore", "SandglassTrustedTime",
      "SandglassTestSupport",
    ] + serverPackages
      + products(["Logging": "swift-log", "NIOEmbedded": "swift-nio"], on: onServers),
    path: "TrustedTime/Tests/SandglassServerTests", swiftSettings: testSettings + serverSettings),
]

if isForDevelopers {
  package.targets.append(
    .executableTarget(
      name: "TrustedTimeGoals",
      dependencies: [
        "Sandglass", "SandglassCore", "SandglassTesting", "SandglassTrustedTime",
        "SandglassTrustedTimeCore", "SandglassTrustedTimeTesting",
      ], path: "TrustedTime/Goals", swiftSettings: commonSettings))
}

// MARK: - Durable: countdowns in a database

let onSQLite: Set<String> = ["SQLite", "Everything"]
let onPostgreSQL: Set<String> = ["PostgreSQL", "Everything"]
let onDatabases = onSQLite.union(onPostgreSQL)

let durableSettings: [SwiftSetting] = [
  .define("DURABLE", .when(traits: onDatabases)),
  .define("SQLITE", .when(traits: onSQLite)),
  .define("POSTGRESQL", .when(traits: onPostgreSQL)),
]

package.dependencies += [
  .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
  .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
  .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
  .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
]

let databasePackages: [Target.Dependency] =
  products(
    [
      "Logging": "swift-log", "Metrics": "swift-metrics",
      "ServiceLifecycle": "swift-service-lifecycle", "Tracing": "swift-distributed-tracing",
    ], on: onDatabases)
  + products(["GRDB": "GRDB.swift"], on: onSQLite)
  + [.target(name: "CLibPQ", condition: .when(traits: onPostgreSQL))]

package.products.append(.library(name: "SandglassDurable", targets: ["SandglassDurable"]))

package.targets += [
  .systemLibrary(
    name: "CLibPQ", path: "Durable/Sources/CLibPQ", pkgConfig: "libpq",
    providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
  .target(
    name: "SandglassDurable",
    dependencies: ["Sandglass", "SandglassStores", "SandglassLedger", "SandglassCore"]
      + databasePackages,
    path: "Durable/Sources/SandglassDurable", swiftSettings: commonSettings + durableSettings),
  .executableTarget(
    name: "DurableExample",
    dependencies: ["SandglassDurable"] + databasePackages
      + products(["UnixSignals": "swift-service-lifecycle"], on: onDatabases),
    path: "Durable/Example", swiftSettings: commonSettings + durableSettings),
  // As the command, it is not a declared product.
  .executableTarget(
    name: "sandglass-durable",
    dependencies: ["SandglassDurable", "Sandglass", "SandglassCore"]
      + products(["ArgumentParser": "swift-argument-parser"], on: onDatabases),
    path: "Durable/Operator", swiftSettings: commonSettings + durableSettings),
  // The server's routes are tested beside countdowns in a database, too.
  .testTarget(
    name: "SandglassDurableTests",
    dependencies: [
      "DurableExample", "SandglassDurable", "Sandglass", "SandglassLedger", "SandglassCore",
      "SandglassTesting", "SandglassTestSupport",
    ] + databasePackages + serverPackages
      + products(
        ["MetricsTestKit": "swift-metrics", "InMemoryTracing": "swift-distributed-tracing"],
        on: onDatabases),
    path: "Durable/Tests/SandglassDurableTests",
    swiftSettings: testSettings + durableSettings + serverSettings),
]

if isForDevelopers {
  package.targets.append(
    .executableTarget(
      name: "DurableGoals",
      dependencies: ["Sandglass", "SandglassLedger", "SandglassCore", "SandglassDurable"]
        + databasePackages
        + products(["CoreMetrics": "swift-metrics"], on: onDatabases),
      path: "Durable/Goals", swiftSettings: commonSettings + durableSettings))
}

// MARK: - The command

package.dependencies.append(
  .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"))

package.targets += [
  // The command is not a declared product: for a client, SwiftPM fetches only the dependencies of declared products, and no
  // client should fetch swift-argument-parser.
  .executableTarget(
    name: "sandglass-cli",
    dependencies: [
      "SandglassStores", "SandglassLedger", "Sandglass", "SandglassCore",
      .product(name: "ArgumentParser", package: "swift-argument-parser"),
    ], path: "Command/Sources/SandglassCLI", swiftSettings: commonSettings),
  .testTarget(
    name: "SandglassCLITests",
    dependencies: [
      "sandglass-cli", "SandglassStores", "SandglassLedger", "SandglassCore", "SandglassTesting",
      "SandglassTestSupport",
    ],
    path: "Command/Tests/SandglassCLITests", swiftSettings: testSettings),
]

// MARK: - Web: the program with whose output the tests of pages compare

if isForDevelopers {
  package.targets.append(
    .executableTarget(
      name: "WebHistories",
      dependencies: ["Sandglass", "SandglassCore", "SandglassTesting", "SandglassTestSupport"],
      path: "Web/Histories", swiftSettings: commonSettings))
}
