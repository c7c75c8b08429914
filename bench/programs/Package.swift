// swift-tools-version: 6.2
import PackageDescription

// What the benchmarks measure of the product's modules and no product's path shows alone. A package of its own: nobody
// who builds the product builds these.
let package = Package(
    name: "programs",
    platforms: [.macOS(.v15)],
    dependencies: [
        // Named, because the folder of a clone may be called anything.
        .package(name: "tutti", path: "../.."),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        .executableTarget(
            name: "pieces-from-database",
            dependencies: ["HTTP", "Observability", "Postgres", "Tenancy", "Web"].map {
                .product(name: $0, package: "tutti")
            } + [.product(name: "Logging", package: "swift-log")]),
        .executableTarget(
            name: "pipelined-queries",
            dependencies: [
                .product(name: "Postgres", package: "tutti"), .product(name: "Logging", package: "swift-log"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
