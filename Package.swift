// swift-tools-version: 6.2
import PackageDescription

/// Every target of ours is held to the same rules: no warnings, `any` spelt out, and `async`
/// functions that stay on their caller's executor (the event loop's) unless they say otherwise.
let rules: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
]

/// A foundation, slice or pure library below `Sources`.
func library(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []) -> Target {
    .target(
        name: name, dependencies: dependencies, exclude: described.contains(name) ? ["OpenAPI"] : [],
        resources: resources, swiftSettings: rules + (optimised.contains(name) ? [optimisation] : []),
        plugins: listed.contains(name) ? ["EmbedText"] : [])
}

/// The libraries that debug builds optimise, too, because `make test` spends much processor time in them. `PlayerCore` cannot be one of them: SwiftPM
/// refuses a dependency whose product has these flags.
let optimised: Set<String> = ["ArtistClassification", "Fairness", "QRCode", "ScheduleCore", "XML"]
let optimisation = SwiftSetting.unsafeFlags(["-O"], .when(configuration: .debug))

/// The libraries that have lists, style sheets or scripts as text files beside their source, compiled in.
let listed: Set<String> = [
    "Accounts", "App", "ArtistClassification", "ConcertAudience", "ConcertImports", "ConcertNotes", "ConcertPages",
    "PlayerPages", "Radio",
    "Web",
]

/// The libraries that have parts of openapi.yaml beside their source, which scripts/openapi joins.
let described: Set<String> = [
    "Accounts", "ConcertEditing", "ConcertImports", "ConcertNotes", "ConcertReading", "INotes", "MusicLibrary",
    "Notices", "Players", "Radio",
    "RadioExports", "RadioImports",
    "SoundCloud", "Subsonic", "TenantLife", "Web",
]

/// A library that carries the text files beside its source, compiled in.
func document(_ name: String, path: String? = nil) -> Target {
    .target(name: name, path: path, swiftSettings: rules, plugins: ["EmbedText"])
}

func program(_ name: String, _ dependencies: [Target.Dependency], path: String? = nil) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: path, swiftSettings: rules)
}

func tests(
    _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [], resources: [Resource] = []
) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: dependencies + [.byName(name: name)], exclude: exclude,
        resources: resources, swiftSettings: rules)
}

let log = Target.Dependency.product(name: "Logging", package: "swift-log")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
    name: "tutti",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "tutti", targets: ["tutti"]),
        .executable(name: "tutti-emitter", targets: ["tutti-emitter"]),
        .executable(name: "http-probe", targets: ["http-probe"]),
        // The rules of the player, for apps.
        .library(name: "PlayerCore", targets: ["PlayerCore"]),
        // Preloaded by tests; no program is linked with it.
        .library(name: "faults", type: .dynamic, targets: ["CFaults"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        // C libraries; each has one owner.
        .systemLibrary(name: "CLibpq", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CLibcrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CLibxml2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
        .target(name: "CSystem"),

        // Foundations: know a protocol, nothing of the product.
        library("Observability", [log]),
        library("Cryptography", ["CLibcrypto"]),
        library("Gzip", ["CZlib"]),
        library("PNG", ["Gzip"]),
        library("QRCode"),
        library("Tar"),
        library("Zip", ["Gzip"]),
        library("XML", ["CLibxml2"]),
        library("HTTP", ["CSystem", "Gzip", log]),
        library("Fairness"),
        library("Postgres", ["Fairness", "CLibpq", log, "Cryptography"]),
        library("EmbeddedPostgres", ["CSystem", log]),
        library("Multicast"),
        library("OSC"),

        // The schema, compiled into every program that needs it.
        document("Migrations", path: "migrations"),

        // The description of the interface, a link to openapi.yaml, compiled in as well, as it is and as JSON.
        document("OpenAPIDocument"),

        // What compiles text in, at the time of the build.
        program("embed-text", ["Yams"]),
        .plugin(name: "EmbedText", capability: .buildTool, dependencies: ["embed-text"]),

        // The product's middle: whose request it is, and how it is answered.
        library("Tenancy", ["Observability", "Postgres", log]),
        library("Web", ["HTTP", "Tenancy", "Postgres", "Fairness", "Gzip", "Observability", "Cryptography", log]),

        // Pure rules: no I/O, usable without the server.
        library("ArtistClassification"),
        library("ScheduleCore"),
        library("PlayerCore"),
        // Readers of scores in other people's formats, without the product.
        library("ScoreFormats", ["Web", "XML", "Zip"]),

        // Slices: know the product; they do not import each other. INotes, ConcertReading and ConcertEditing stand on ConcertNotes,
        // ConcertAudience on ConcertReading,
        // ConcertPages on ConcertEditing, and ConcertImports, with pages of its own, on both;
        // RadioImports and RadioExports on Radio; MusicLibrary stands on SoundCloud, and MusicLibraryPages and Subsonic on both.
        // StationPages stands on Radio, and the pages of RadioImports are pages of the station.
        library("Accounts", ["Web", "HTTP", "Tenancy", "Postgres", "Cryptography", log]),
        library("ConcertNotes", ["HTTP", "OSC", "QRCode", "Web", "Tenancy", "Postgres", "XML", "Cryptography", log]),
        library("TenantLife", ["HTTP", "Web", "Tenancy", "Postgres", "Tar", "Cryptography", log]),
        library("ConcertEditing", ["ConcertNotes", "HTTP", "Web", "Tenancy", "Postgres", "Cryptography"]),
        library("ConcertPages", ["ConcertEditing", "ConcertNotes", "HTTP", "Web", "Tenancy"]),
        library(
            "ConcertImports",
            [
                "ConcertPages", "ConcertEditing", "ConcertNotes", "ScoreFormats", "HTTP", "Web", "Tenancy", "Zip",
                "Cryptography",
            ]),
        library("INotes", ["ConcertNotes", "HTTP", "Observability", "Web", "Tenancy", "XML", log]),
        library(
            "ConcertReading",
            ["ConcertNotes", "HTTP", "Observability", "Web", "Tenancy", "Gzip", "PNG", "Zip", "Cryptography", log]),
        library("ConcertAudience", ["ConcertReading", "ConcertNotes", "QRCode", "PNG", "HTTP", "Web", "Tenancy"]),
        library("APIReference", ["HTTP", "Web"]),
        library("Notices", ["Web", "HTTP", "Tenancy", "Postgres", log]),
        library("PlayerPages", ["Players", "PlayerCore", "HTTP", "Web", "Tenancy", "QRCode"]),
        library("Players", ["PlayerCore", "HTTP", "Web", "Tenancy", "Postgres", "Cryptography", log]),
        library(
            "Radio",
            ["HTTP", "Observability", "Web", "Tenancy", "Postgres", "ScheduleCore", "PNG", "Cryptography", log]),
        library("StationPages", ["Radio", "ScheduleCore", "HTTP", "Web", "Tenancy", "Postgres"]),
        library(
            "RadioImports",
            [
                "Radio", "StationPages", "ScheduleCore", "Web", "XML", "Gzip", "HTTP", "Tenancy", "Postgres",
                "Fairness",
                "Observability",
                "Cryptography",
            ]),
        library(
            "RadioExports",
            [
                "Radio", "ScheduleCore", "HTTP", "Observability", "Web", "Tenancy", "Postgres", "XML", "Gzip",
                "Cryptography",
            ]),
        library("SoundCloud", ["HTTP", "Web", "Tenancy", "Postgres", "Cryptography", log]),
        library(
            "MusicLibrary",
            [
                "SoundCloud", "ArtistClassification", "HTTP", "Observability", "Web", "Tenancy", "Postgres", "XML",
                "Cryptography", "PNG", log,
            ]),
        library(
            "MusicLibraryPages",
            ["MusicLibrary", "SoundCloud", "ArtistClassification", "HTTP", "Web", "Tenancy", "Postgres", "PNG"]),
        library(
            "Subsonic",
            ["MusicLibrary", "SoundCloud", "PlayerCore", "HTTP", "Web", "Tenancy", "Postgres", "XML", "PNG"]),
        library("Emitter", ["Tenancy", "Postgres", "Multicast", log]),

        // Wiring and programs.
        library(
            "App",
            [
                "Accounts", "APIReference", "ConcertAudience", "ConcertEditing", "ConcertImports", "ConcertNotes",
                "ConcertPages", "ConcertReading", "INotes", "TenantLife", "Web", "HTTP", "Tenancy",
                "Postgres",
                "EmbeddedPostgres", "Migrations", "OSC", "Observability", "OpenAPIDocument", "CSystem", "Notices",
                "Radio",
                "RadioExports", "RadioImports", "StationPages", "SoundCloud", "MusicLibrary", "MusicLibraryPages",
                "Subsonic", "Tar", "Players", "PlayerPages", "PlayerCore",
                "Cryptography",
                log,
            ], resources: [.copy("Resources/Demo")]),
        program("tutti", ["App", "ArtistClassification", "Web", "Tenancy", "EmbeddedPostgres", arguments]),
        program("tutti-emitter", ["CSystem", "Emitter", "Tenancy", "Postgres", "Observability", log, arguments]),
        program("http-probe", ["HTTP", log]),

        // What the benchmarks measure of the modules and no path of the product shows alone.
        program(
            "pieces-from-database", ["HTTP", "Observability", "Postgres", "Tenancy", "Web", log],
            path: "bench/programs/pieces-from-database"),
        program("pipelined-queries", ["HTTP", "Postgres", log], path: "bench/programs/pipelined-queries"),
        program("classify-speed", ["ArtistClassification"], path: "bench/programs/classify-speed"),
        program(
            "radio-scale", ["Radio", "HTTP", "Postgres", "Tenancy", "Web", log], path: "bench/programs/radio-scale"),

        // An example of an app on PlayerCore, run by a test.
        program("tutti-player", ["PlayerCore", "CDBus"], path: "Examples/tutti-player"),
        program(
            "player-sequences", ["PlayerCore", "PlayerCoreTestSupport"], path: "bench/programs/player-sequences"),

        // A concert in virtual time on the product's own rules, run by a test and by `make simulate`.
        .target(
            name: "ConcertSimulation", dependencies: ["ConcertNotes", "Emitter", "HTTP", "Tenancy", "Web"],
            path: "Tests/ConcertSimulation", swiftSettings: rules),
        program("simulate-concerts", ["ConcertSimulation"], path: "bench/programs/simulate-concerts"),

        // Tests.
        .target(
            name: "TestSupport",
            dependencies: ["CLibpq", "EmbeddedPostgres", "Postgres", "Migrations", "Tenancy", log],
            path: "Tests/TestSupport", swiftSettings: rules),
        .target(
            name: "WebTestSupport", dependencies: ["TestSupport", "Web", "HTTP", "Tenancy", "Postgres", log],
            path: "Tests/WebTestSupport", swiftSettings: rules),
        .target(
            name: "ZipTestSupport", dependencies: ["Gzip"], path: "Tests/ZipTestSupport", swiftSettings: rules),
        tests("Observability", [log]),
        tests("Cryptography", []),
        tests("Gzip", []),
        tests("PNG", ["Gzip"]),
        tests("QRCode", []),
        tests("Tar", []),
        tests("Zip", ["Gzip", "ZipTestSupport"]),
        tests("XML", []),
        tests("HTTP", ["CSystem", "Gzip", log]),
        tests("Fairness", []),
        tests("Postgres", ["TestSupport", log]),
        tests("EmbeddedPostgres", ["Postgres", "TestSupport", log]),
        tests("Multicast", []),
        tests("OSC", []),
        tests("Tenancy", ["EmbeddedPostgres", "TestSupport", "Postgres", "Migrations", log]),
        tests("Web", ["WebTestSupport", "TestSupport", "HTTP", "Gzip", "Tenancy", "Postgres", "Observability", log]),
        tests("Accounts", ["TestSupport", "HTTP", "Web", "Tenancy", "Postgres", log]),
        tests("ConcertNotes", ["TestSupport", "HTTP", "OSC", "Web", "Tenancy", "Postgres", log]),
        tests(
            "TenantLife", ["TestSupport", "Accounts", "HTTP", "Web", "Tenancy", "Postgres", "Tar", "Cryptography", log]),
        tests("ConcertEditing", ["TestSupport", "ConcertNotes", "HTTP", "Web", "Tenancy", "Postgres", log]),
        tests(
            "ConcertPages",
            ["WebTestSupport", "TestSupport", "ConcertEditing", "ConcertNotes", "HTTP", "Web", "Tenancy", "Postgres"]),
        tests(
            "ConcertImports",
            [
                "WebTestSupport", "TestSupport", "ZipTestSupport", "ConcertEditing", "ConcertNotes", "ScoreFormats",
                "HTTP", "Web", "Tenancy", "Postgres",
            ]),
        tests("INotes", ["TestSupport", "ConcertNotes", "HTTP", "Web", "Tenancy", "Postgres", log]),
        tests(
            "ConcertReading", ["TestSupport", "ConcertNotes", "Gzip", "HTTP", "Web", "Tenancy", "Postgres", "Zip", log]),
        tests(
            "ConcertAudience",
            [
                "TestSupport", "ConcertReading", "ConcertNotes", "QRCode", "PNG", "HTTP", "Web", "Tenancy", "Postgres",
                log,
            ]),
        tests("ConcertSimulation", []),
        tests("Emitter", ["tutti-emitter", "TestSupport", "Tenancy", "Postgres", "Multicast", log]),
        tests(
            "App",
            [
                "TestSupport", "Accounts", "ConcertNotes", "Gzip", "HTTP", "Migrations", "SoundCloud", "Notices",
                "Observability", "Players", "PNG",
                "Postgres", "Radio", "RadioImports", "Tar", "Tenancy", "Web", "WebTestSupport", "Yams", "Cryptography",
                log,
            ], exclude: ["Wall/inputs.yaml"]),
        tests("APIReference", ["WebTestSupport", "HTTP", "OpenAPIDocument", "Web", "Yams"]),
        tests("ArtistClassification", [], resources: [.copy("Resources")]),
        tests("ScheduleCore", []),
        .target(
            name: "PlayerCoreTestSupport", dependencies: ["PlayerCore"], path: "Tests/PlayerCoreTestSupport",
            swiftSettings: rules + [optimisation]),
        tests("PlayerCore", ["PlayerCoreTestSupport"]),
        tests(
            "Players", ["PlayerCore", "WebTestSupport", "TestSupport", "Web", "HTTP", "Tenancy", "Postgres", log]),
        tests(
            "PlayerPages",
            ["Players", "PlayerCore", "WebTestSupport", "TestSupport", "Web", "HTTP", "Tenancy", "Postgres", log]),
        tests("ScoreFormats", ["ZipTestSupport"]),
        tests(
            "Radio",
            [
                "WebTestSupport", "TestSupport", "ScheduleCore", "Web", "HTTP", "Tenancy", "Postgres", "Cryptography",
                log,
            ],
            resources: [.copy("Resources")]),
        tests(
            "StationPages",
            ["WebTestSupport", "TestSupport", "Radio", "ScheduleCore", "Web", "HTTP", "Tenancy", "Postgres"]),
        tests(
            "RadioImports",
            [
                "WebTestSupport", "TestSupport", "Radio", "ScheduleCore", "Web", "HTTP", "Tenancy", "Postgres", "XML",
                "Gzip", "Observability", log,
            ], resources: [.copy("Resources")]),
        tests(
            "RadioExports",
            [
                "WebTestSupport", "TestSupport", "Radio", "ScheduleCore", "Web", "HTTP", "Tenancy", "Postgres", "XML",
                log,
            ]),
        tests(
            "MusicLibrary",
            [
                "SoundCloud", "MusicLibraryPages", "ArtistClassification", "CloudStandIn", "WebTestSupport",
                "TestSupport", "Web", "HTTP", "Tenancy", "Postgres", "XML", "Cryptography", log,
            ],
            resources: [.copy("Resources")]),
        tests(
            "Subsonic",
            [
                "CloudStandIn", "SoundCloud", "MusicLibrary", "Players", "PlayerCore", "WebTestSupport", "TestSupport",
                "Web", "HTTP", "Tenancy", "Postgres", "XML", "Cryptography", log,
            ]),
        tests("Notices", ["TestSupport", "Web", "HTTP", "Tenancy", "Postgres", log]),
        .target(
            name: "CloudStandIn", dependencies: ["HTTP", "PNG", "Cryptography", log],
            path: "Tests/CloudStandIn/Library",
            swiftSettings: rules + [optimisation], plugins: ["EmbedText"]),
        program("soundcloud-stand-in", ["CloudStandIn", "HTTP", log], path: "Tests/CloudStandIn/Program"),
        .target(name: "CFaultControl", path: "Tests/CFaultControl"),
        .target(name: "CFaults", dependencies: ["CFaultControl"], path: "Tests/CFaults"),
        .executableTarget(
            name: "fault-driver", dependencies: ["CFaultControl", "Cryptography", "Gzip", "XML", "Postgres", log],
            path: "Tests/FaultDriver", swiftSettings: rules),
        program("cluster-driver", ["EmbeddedPostgres", log], path: "Tests/ClusterDriver"),
        .testTarget(
            name: "FaultTests", dependencies: ["CFaultControl", "TestSupport", "http-probe", "fault-driver"],
            swiftSettings: rules),
        .testTarget(
            name: "FuzzTests", dependencies: ["HTTP", "Tenancy", "Web"], exclude: ["Corpus"], swiftSettings: rules),
        .testTarget(name: "ArchitectureTests", dependencies: ["Yams"], swiftSettings: rules),
    ],
    swiftLanguageModes: [.v6]
)
