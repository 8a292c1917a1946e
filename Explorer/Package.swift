// swift-tools-version: 6.2
import PackageDescription

// Optimised whatever the configuration, or every schedule takes ten times as long; with the
// engine's assertions, and with the sanitizer's instrumentation, which `CExplorer` answers.
let explored: [SwiftSetting] = [
  .define("EXPLORE"),
  .unsafeFlags([
    "-O", "-assert-config", "Debug", "-sanitize=thread", "-enforce-exclusivity=unchecked",
  ]),
]

let package = Package(
  name: "explorer",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "CExplorer", cSettings: [.unsafeFlags(["-O2"])]),
    .target(
      name: "Futures",
      dependencies: ["CExplorer"],
      exclude: ["Library/Engine/README.md"],
      swiftSettings: explored
    ),
    .target(
      name: "Explorer",
      dependencies: ["CExplorer"],
      swiftSettings: [.unsafeFlags(["-O", "-enforce-exclusivity=unchecked"])]
    ),
    .target(
      name: "Scenarios",
      dependencies: ["Explorer", "Futures"],
      swiftSettings: explored
    ),
    .executableTarget(
      name: "explore",
      dependencies: ["Explorer", "Scenarios"],
      linkerSettings: [.unsafeFlags(["-Xlinker", "--export-dynamic"])]
    ),
    .testTarget(
      name: "ExplorerTests",
      dependencies: ["Explorer", "Futures", "Scenarios"],
      swiftSettings: explored,
      linkerSettings: [.unsafeFlags(["-Xlinker", "--export-dynamic"])]
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.name != "CExplorer" {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
