// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that the product does not depend on the server it is compared with.
let package = Package(
    name: "hummingbird-anchor",
    platforms: [.macOS(.v15)],
    dependencies: [
        // Exactly this one: figures are compared with figures of the same server.
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1")
    ],
    targets: [
        .executableTarget(
            name: "hummingbird-anchor",
            dependencies: [.product(name: "Hummingbird", package: "hummingbird")])
    ],
    swiftLanguageModes: [.v6]
)
