// swift-tools-version: 6.2
import PackageDescription

// A program on a client that a generator made of openapi.yaml. `make client` writes the client to .build/TuttiClient at the
// top, builds this package and runs it against the product.
let package = Package(
    name: "swift-client",
    platforms: [.macOS(.v13)],
    dependencies: [.package(path: "../../.build/TuttiClient")],
    targets: [
        .executableTarget(
            name: "rename-channel", dependencies: [.product(name: "TuttiClient", package: "TuttiClient")])
    ])
