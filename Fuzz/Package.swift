// swift-tools-version: 6.2
import PackageDescription

/// The fuzzer: a package of its own, so that neither `swift build` nor `make test` knows of it, over links to the sources of the
/// package above. scripts/fuzz builds it with libFuzzer and AddressSanitizer.
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
        // Of the modules that stand on the database, the files that do not.
        .target(name: "Tenancy", swiftSettings: rules),
        .target(name: "Web", dependencies: ["HTTP"], swiftSettings: rules),
        .executableTarget(name: "fuzz", dependencies: ["HTTP", "Tenancy", "Web"], swiftSettings: rules),
    ],
    swiftLanguageModes: [.v6]
)
