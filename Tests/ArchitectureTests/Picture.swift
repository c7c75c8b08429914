/// The dependency diagram of ARCHITECTURE.md: which modules of the package a module may import. Arrows point down only,
/// so the rows have the order of the levels, and a row may contain only modules of later rows.
enum Picture {
    /// A row: a module and the modules of the package that it may import.
    struct Row: Sendable {
        let module: String
        let mayImport: Set<String>

        init(_ module: String, _ mayImport: Set<String> = []) {
            self.module = module
            self.mayImport = mayImport
        }
    }

    static let rows: [Row] = [
        // Programs: parse arguments, run App or the emitter.
        Row("tutti", ["App", "ArtistClassification", "Web", "Tenancy", "EmbeddedPostgres"]),
        Row("tutti-emitter", ["CSystem", "Emitter", "Tenancy", "Postgres", "Observability"]),
        Row("http-probe", ["HTTP"]),
        // Wiring: the only module that knows every slice.
        Row(
            "App",
            slices.union(middle).union(foundations).subtracting(["Emitter"]).union([
                "Migrations", "OpenAPIDocument", "PlayerCore",
            ])),
        // Slices know the product but not each other, except those in `stems`.
        Row("INotes", belowSlices.union(["ConcertNotes"])),
        Row("ConcertAudience", belowSlices.union(["ConcertReading", "ConcertNotes"])),
        Row("ConcertReading", belowSlices.union(["ConcertNotes", "Zip"])),
        Row(
            "ConcertImports",
            belowSlices.union(["ConcertPages", "ConcertEditing", "ConcertNotes", "ScoreFormats"])),
        Row("ConcertPages", belowSlices.union(["ConcertEditing", "ConcertNotes"])),
        Row("ConcertEditing", belowSlices.union(["ConcertNotes"])),
        Row("RadioImports", belowSlices.union(["Radio", "StationPages", "ScheduleCore", "Fairness"])),
        Row("RadioExports", belowSlices.union(["Radio", "ScheduleCore"])),
        Row("StationPages", belowSlices.union(["Radio", "ScheduleCore"])),
        Row("Subsonic", belowSlices.union(["MusicLibrary", "SoundCloud", "PlayerCore"])),
        Row("MusicLibraryPages", belowSlices.union(["MusicLibrary", "SoundCloud", "ArtistClassification"])),
        Row("ConcertNotes", belowSlices.union(["OSC"])),
        Row("Radio", belowSlices.union(["ScheduleCore"])),
        Row("MusicLibrary", belowSlices.union(["SoundCloud", "ArtistClassification"])),
        Row("SoundCloud", belowSlices),
        Row("Accounts", belowSlices),
        Row("TenantLife", belowSlices),
        Row("Notices", belowSlices),
        Row("PlayerPages", belowSlices.union(["Players", "PlayerCore"])),
        Row("Players", belowSlices.union(["PlayerCore"])),
        // The pages of the API reference.
        Row("APIReference", ["HTTP", "Web"]),
        Row("Emitter", ["Tenancy", "Postgres", "Multicast", "Observability"]),
        // Pure rules: no I/O.
        Row("ArtistClassification"),
        Row("ScheduleCore"), Row("PlayerCore"),
        // Readers of scores. They use only the JSON tokenizer and the CSV reader of Web.
        Row("ScoreFormats", ["Web", "XML", "Zip"]),
        // Between foundations and slices: tenants and request handling.
        Row("Web", ["Tenancy", "HTTP", "Postgres", "Fairness", "Cryptography", "Gzip", "Observability"]),
        Row("Tenancy", ["Postgres", "Observability"]),
        // Foundations know a protocol and nothing of the product.
        Row("HTTP", ["Gzip", "CSystem"]),
        Row("Postgres", ["Fairness", "Cryptography", "CLibpq"]),
        Row("EmbeddedPostgres", ["CSystem"]),
        Row("XML", ["CLibxml2"]),
        Row("Multicast"),
        Row("OSC"),
        Row("Observability"),
        Row("Fairness"),
        Row("PNG", ["Gzip"]),
        Row("Zip", ["Gzip"]),
        Row("Cryptography", ["CLibcrypto"]),
        Row("Gzip", ["CZlib"]),
        Row("Tar"),
        Row("QRCode"),
        // The schema and the API description, which are only text, and the program that compiles them in.
        Row("Migrations"), Row("OpenAPIDocument"), Row("embed-text"),
        // C libraries.
        Row("CLibcrypto"), Row("CLibpq"), Row("CLibxml2"), Row("CZlib"), Row("CDBus"), Row("CSystem"),
    ]

    static let slices: Set<String> = [
        "Accounts", "APIReference", "ConcertAudience", "ConcertEditing", "ConcertImports", "ConcertNotes",
        "ConcertPages",
        "ConcertReading", "INotes", "TenantLife", "Notices", "Players", "PlayerPages", "Emitter", "Radio",
        "StationPages",
        "RadioImports",
        "RadioExports", "SoundCloud", "MusicLibrary",
        "MusicLibraryPages",
        "Subsonic",
    ]
    /// The slices that may import other slices, with these slices.
    static let stems: [String: Set<String>] = [
        "ConcertAudience": ["ConcertReading", "ConcertNotes"],
        "INotes": ["ConcertNotes"], "ConcertEditing": ["ConcertNotes"], "ConcertReading": ["ConcertNotes"],
        "ConcertPages": ["ConcertEditing", "ConcertNotes"],
        "ConcertImports": ["ConcertPages", "ConcertEditing", "ConcertNotes"],
        "PlayerPages": ["Players"],
        "StationPages": ["Radio"],
        "RadioImports": ["Radio", "StationPages"],
        "RadioExports": ["Radio"],
        "MusicLibrary": ["SoundCloud"], "MusicLibraryPages": ["MusicLibrary", "SoundCloud"],
        "Subsonic": ["MusicLibrary", "SoundCloud"],
    ]
    /// The slices that no other slice imports. Without them the program still compiles.
    static let leaves = Set(stems.keys).subtracting(stems.values.reduce(into: []) { $0.formUnion($1) })
    static let middle: Set<String> = ["Web", "Tenancy"]
    static let foundations: Set<String> = [
        "HTTP", "Postgres", "EmbeddedPostgres", "XML", "PNG", "Cryptography", "Gzip", "Tar", "Zip", "QRCode",
        "Multicast",
        "OSC", "Observability", "Fairness", "CSystem",
    ]

    /// The modules that a slice with routes may import.
    private static let belowSlices: Set<String> = [
        "Web", "HTTP", "Tenancy", "Postgres", "XML", "PNG", "Cryptography", "Gzip", "Tar", "Zip", "QRCode",
        "Observability",
    ]

    /// The only Swift module that may import each C library. CSystem is not included: it consists of a few calls that
    /// are impossible in Swift, and every foundation may import it.
    static let ownerOfLibrary = [
        "CLibcrypto": "Cryptography", "CLibpq": "Postgres", "CLibxml2": "XML", "CZlib": "Gzip",
        // No module of the product uses a message bus.
        "CDBus": "tutti-player",
    ]

    static func row(of module: String) -> Row? { rows.first { $0.module == module } }
    static let modules = Set(rows.map(\.module))
}
