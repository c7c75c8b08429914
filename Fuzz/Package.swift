// swift-tools-version: 6.2
import PackageDescription

/// The package of the fuzzer, separate so that `swift build` and `make test` do not build it. Its sources are links to sources of the
/// main package. `scripts/fuzz` builds the package with libFuzzer and AddressSanitizer.
let rules: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
]

let log = Target.Dependency.product(name: "Logging", package: "swift-log")

let package = Package(
    name: "fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [.package(url: "https://github.com/apple/swift-log", from: "1.16.2")],
    targets: [
        .systemLibrary(name: "CZlib", pkgConfig: "zlib"),
        .target(name: "CSystem"),
        .target(name: "Gzip", dependencies: ["CZlib"], swiftSettings: rules),
        .target(name: "HTTP", dependencies: ["CSystem", "Gzip", log], swiftSettings: rules),
        // Only those files of Tenancy and Web that do not need the database.
        .target(name: "Tenancy", swiftSettings: rules),
        .target(name: "Web", dependencies: ["HTTP"], swiftSettings: rules),
        .executableTarget(name: "fuzz", dependencies: ["HTTP", "Tenancy", "Web"], swiftSettings: rules),
    ],
    swiftLanguageModes: [.v6]
)
