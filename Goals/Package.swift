// swift-tools-version: 6.2

import PackageDescription

// Simulations that check the promises of trusted time. Scripts/trusted-time runs them.

let package = Package(
  name: "sandglass-goals",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "sandglass", path: "..", traits: [])],
  targets: [
    .executableTarget(
      name: "TrustedTimeGoals",
      dependencies: [
        "Sandglass", "SandglassCore", "SandglassTesting", "SandglassTrustedTime",
        "SandglassTrustedTimeCore", "SandglassTrustedTimeTesting",
      ].map { .product(name: $0, package: "sandglass") },
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ])
  ]
)
