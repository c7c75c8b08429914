// swift-tools-version: 6.2
import PackageDescription

// A program that uses a client generated from openapi.yaml. `make client` generates the client in .build/TuttiClient in the root
// directory, builds this package, and runs the program against the server.
let package = Package(
    name: "swift-client",
    platforms: [.macOS(.v13)],
    dependencies: [.package(path: "../../.build/TuttiClient")],
    targets: [
        .executableTarget(
            name: "rename-channel", dependencies: [.product(name: "TuttiClient", package: "TuttiClient")])
    ])
