// swift-tools-version: 6.2

import PackageDescription

// Programs that check the promises of trusted time. Scripts/trusted-time runs the simulations, and
// Scripts/trusted-time-network asks a real NTP server.

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func sandglass(_ products: String...) -> [Target.Dependency] {
  products.map { .product(name: $0, package: "sandglass") }
}

let package = Package(
  name: "sandglass-goals",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "sandglass", path: "..", traits: [])],
  targets: [
    .target(name: "GoalSupport", swiftSettings: settings),
    .executableTarget(
      name: "TrustedTimeGoals",
      dependencies: ["GoalSupport"]
        + sandglass(
          "Sandglass", "SandglassCore", "SandglassTesting", "SandglassTrustedTime",
          "SandglassTrustedTimeCore", "SandglassTrustedTimeTesting"),
      swiftSettings: settings),
    .executableTarget(
      name: "TrustedTimeNetwork",
      dependencies: ["GoalSupport"]
        + sandglass(
          "Sandglass", "SandglassCore", "SandglassTrustedTime", "SandglassTrustedTimeCore"),
      swiftSettings: settings),
  ]
)
