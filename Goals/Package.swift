// swift-tools-version: 6.2

import PackageDescription

// What is promised of trusted time, tried on the library: Scripts/trusted-time runs it.

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
