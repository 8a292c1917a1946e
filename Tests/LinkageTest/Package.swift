// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nothing but Futures is linked into its program.
let package = Package(
  name: "linkage-test",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "tenon", path: "../..")],
  targets: [
    .executableTarget(
      name: "LinkageTest",
      dependencies: [.product(name: "Futures", package: "tenon")]
    )
  ],
  swiftLanguageModes: [.v6]
)
