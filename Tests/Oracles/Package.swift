// swift-tools-version: 6.2
import PackageDescription

// What scripts/oracle.sh compares with programs of others. A package of its own, so that the root
// package ships no such programs.
let package = Package(
  name: "oracles",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "tenon", path: "../..")],
  targets: [
    .executableTarget(
      name: "scan-pages",
      dependencies: [
        .product(name: "AppLinks", package: "tenon"),
        .product(name: "AppLinksResolving", package: "tenon"),
      ]
    ),
    .executableTarget(
      name: "cron-times",
      dependencies: [.product(name: "DurableWorkflows", package: "tenon")]
    ),
  ],
  swiftLanguageModes: [.v6]
)
