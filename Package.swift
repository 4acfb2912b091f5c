// swift-tools-version: 6.2

import PackageDescription

// If this variable is set, the package also contains the programs in Workbench, so that they share its
// build, and a trait is on by default: Workbench if the variable is "server", and otherwise StandIns.
// Clients do not set the variable.
let workbench = Context.environment["SANDGLASS_WORKBENCH"]

#if canImport(Darwin)
  let isApple = true
#else
  let isApple = false
#endif

// Clients that are not servers should not fetch a server framework, nor clients without a database
// one of these, nor apps an HTTP client that they have already, so what needs them needs a trait.
// Without the trait, SwiftPM ignores these products, and the files that need them contain nothing: they
// ask for HTTP_CLIENT, SERVER, DURABLE, SQLITE or POSTGRESQL.
let onHTTPClients: Set<String> = ["HTTPClient", "Workbench"]
let onServers: Set<String> = ["Server", "Workbench"]
let onSQLite: Set<String> = ["SQLite", "Workbench"]
let onPostgreSQL: Set<String> = ["PostgreSQL", "Workbench"]
let onDatabases = onSQLite.union(onPostgreSQL)

func products(
  _ packages: KeyValuePairs<String, String>, on traits: Set<String>
) -> [Target.Dependency] {
  packages.map { .product(name: $0.key, package: $0.value, condition: .when(traits: traits)) }
}

let server = products(
  [
    "Crypto": "swift-crypto", "Hummingbird": "hummingbird", "HummingbirdCore": "hummingbird",
    "HTTPTypes": "swift-http-types", "NIOCore": "swift-nio",
  ], on: onServers)

// Apple's systems have URLSession.
let httpClient: [Target.Dependency] = [
  ("AsyncHTTPClient", "async-http-client"), ("NIOCore", "swift-nio"), ("NIOHTTP1", "swift-nio"),
  ("NIOPosix", "swift-nio"),
].map {
  .product(
    name: $0.0, package: $0.1,
    condition: .when(platforms: [.linux, .android], traits: onHTTPClients))
}

let logging = products(["Logging": "swift-log"], on: onServers.union(onDatabases))

let database: [Target.Dependency] =
  logging
  + products(
    ["ServiceLifecycle": "swift-service-lifecycle", "Metrics": "swift-metrics"], on: onDatabases)
  + products(["GRDB": "GRDB.swift"], on: onSQLite)
  + [.target(name: "CLibPQ", condition: .when(traits: onPostgreSQL))]

// With the trait StandIns, the adapters are built on Linux over stand-ins for Apple's frameworks,
// which clients can use in their tests. The module has no framework's name, so that a client may have
// a target with such a name. Other platforms have no stand-ins.
let standIns = "SandglassStandIns"
let overStandIns: Set<String> = ["StandIns", "Workbench"]
let standInsOnLinux: Target.Dependency = .target(
  name: standIns, condition: .when(platforms: [.linux], traits: overStandIns))

let callsOnLinux: Target.Dependency = .target(
  name: "CSandglass", condition: .when(platforms: [.linux, .android]))

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
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    .target(name: "SandglassCore", exclude: ["README.md"]),
    .target(name: "CSandglass"),
    // The privacy manifest is for apps on Apple platforms. On Linux, SwiftPM would generate an accessor
    // for the resource, and the library would then link Foundation.
    .target(
      name: "Sandglass", dependencies: ["SandglassCore", callsOnLinux],
      exclude: ["README.md"] + (isApple ? [] : ["PrivacyInfo.xcprivacy"]),
      resources: isApple ? [.process("PrivacyInfo.xcprivacy")] : []),
    .target(name: "SandglassText", dependencies: ["SandglassCore"]),
    .target(name: "SandglassCalendar", dependencies: ["SandglassCore"]),
    .target(name: "SandglassTesting", dependencies: ["Sandglass", "SandglassCore"]),
    .target(name: "SandglassUIKit", dependencies: ["Sandglass", standInsOnLinux]),
    .target(name: "SandglassAudio", dependencies: ["Sandglass", standInsOnLinux]),
    .target(
      name: standIns, dependencies: ["Sandglass"], path: "Sources/SandglassStandIns",
      exclude: ["README.md"], sources: isApple ? ["StandIns.swift"] : nil),
    .target(name: "SandglassTrustedTimeCore", dependencies: ["SandglassCore"]),
    .target(
      name: "SandglassTrustedTime",
      dependencies: ["Sandglass", "SandglassCore", "SandglassTrustedTimeCore", callsOnLinux]
        + httpClient),
    .target(
      name: "SandglassTrustedTimeTesting", dependencies: ["Sandglass", "SandglassTrustedTime"]),
    .target(
      name: "SandglassServer", dependencies: ["CSandglass", "Sandglass", "SandglassCore"] + server),
    .systemLibrary(
      name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    .target(name: "SandglassDurable", dependencies: ["Sandglass", "SandglassCore"] + database),
    .executableTarget(
      name: "DurableExample",
      dependencies: ["SandglassDurable"] + database
        + products(["UnixSignals": "swift-service-lifecycle"], on: onDatabases),
      path: "Workbench/DurableExample"),
    // The command is not a declared product: for a client, SwiftPM fetches only the dependencies of
    // declared products, and no client should fetch swift-argument-parser.
    .executableTarget(
      name: "sandglass-cli",
      dependencies: [
        "Sandglass", "SandglassCore",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Sources/SandglassCLI", exclude: ["README.md"]),
    .target(
      name: "SandglassTestSupport", dependencies: ["SandglassCore"],
      path: "Tests/SandglassTestSupport"),
    .testTarget(
      name: "SandglassCoreTests", dependencies: ["SandglassCore", "SandglassTestSupport"]),
    .testTarget(
      name: "SandglassTests",
      dependencies: [
        "Sandglass", "SandglassCore", "SandglassTesting", "SandglassText", "SandglassCalendar",
        "SandglassTestSupport",
      ]),
    .testTarget(
      name: "SandglassTrustedTimeTests",
      dependencies: [
        "Sandglass", "SandglassCore", "SandglassTrustedTime", "SandglassTrustedTimeCore",
        "SandglassTesting", "SandglassTrustedTimeTesting", "SandglassTestSupport",
      ]),
    .testTarget(
      name: "SandglassServerTests",
      dependencies: [
        "SandglassServer", "Sandglass", "SandglassCore", "SandglassTrustedTime",
        "SandglassTestSupport",
      ] + server + logging + products(["NIOEmbedded": "swift-nio"], on: onServers)),
    .testTarget(
      name: "SandglassDurableTests",
      dependencies: [
        "DurableExample", "SandglassDurable", "Sandglass", "SandglassCore", "SandglassTesting",
        "SandglassTestSupport",
      ] + database + server + products(["MetricsTestKit": "swift-metrics"], on: onDatabases)),
    .testTarget(
      name: "SandglassCLITests",
      dependencies: ["sandglass-cli", "SandglassCore", "SandglassTestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)

if workbench != nil {
  package.targets += [
    .executableTarget(
      name: "Subject", dependencies: ["Sandglass", "SandglassCore"], path: "Workbench/Subject"),
    .executableTarget(
      name: "Goals",
      dependencies: [
        "Sandglass", "SandglassCore", "SandglassTesting", "SandglassCalendar",
        "SandglassTrustedTime", "SandglassTrustedTimeCore", "SandglassTrustedTimeTesting",
        "SandglassDurable",
      ] + database + products(["CoreMetrics": "swift-metrics"], on: onDatabases),
      path: "Workbench/Goals"),
  ]
  if !isApple {
    package.targets.append(
      .testTarget(
        name: "SandglassUIKitTests",
        dependencies: [
          "SandglassUIKit", "SandglassAudio", "Sandglass", "SandglassCore", "SandglassTesting",
          "SandglassTestSupport", standInsOnLinux,
        ]))
  }
}

var settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .define("HTTP_CLIENT", .when(platforms: [.linux, .android], traits: onHTTPClients)),
  // Apple's client of HTTP, which the tests compare with the one of Linux.
  .define("URL_SESSION_ON_LINUX", .when(platforms: [.linux], traits: ["Workbench"])),
  .define("SERVER", .when(traits: onServers)),
  .define("DURABLE", .when(traits: onDatabases)),
  .define("SQLITE", .when(traits: onSQLite)),
  .define("POSTGRESQL", .when(traits: onPostgreSQL)),
  .define("STAND_INS", .when(platforms: [.linux], traits: overStandIns)),
]

// CI sets this variable. Without it, warnings are not errors, so that a new compiler's warnings do
// not break the builds of clients.
if Context.environment["SANDGLASS_STRICT"] != nil {
  settings.append(.treatAllWarnings(as: .error))
}

// `swift test` passes this flag to a release build, and `swift build` does not. With it in the manifest,
// both use the same build.
if workbench != nil {
  settings.append(.unsafeFlags(["-enable-testing"], .when(configuration: .release)))
}

// The tests use what the oldest systems lack, such as numbers of 128 bits and `VirtualTime.task`. So
// on Apple platforms they run only on systems of 2024 or later.
let onNewSystems: SwiftSetting = .unsafeFlags(
  ["-Xfrontend", "-disable-availability-checking"],
  .when(platforms: [.iOS, .macOS, .tvOS, .watchOS, .visionOS]))

// Optimising the tests takes minutes, mostly for expanded macros, so release builds optimise only
// the code under test. The wheel's tests are an exception, because they make millions of
// comparisons with slow models.
let quickToBuild: SwiftSetting = .unsafeFlags(
  ["-Onone", "-no-whole-module-optimization", "-enable-batch-mode"],
  .when(configuration: .release))

for target in package.targets where !target.name.hasPrefix("C") {
  let isTest = target.type == .test
  target.swiftSettings =
    settings
    + (isTest || target.name == "SandglassTestSupport" ? [onNewSystems] : [])
    + (isTest && target.name != "SandglassCoreTests" ? [quickToBuild] : [])
}
