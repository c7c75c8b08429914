import TestSupport
import Testing
import WebTestSupport
import XML

@testable import RadioExports

/// Compares the documents with the schema of ETSI TS 102 818 V3.4.1: the allowed children of an element, their order,
/// and the required attributes. For the elements that are written, the order is the same in the schema of V3.1.1, whose
/// namespace the documents use (decision 0044).
struct SPISchemaTests {
    /// An element of the schema: its children in the order of its sequence, and the attributes whose use is "required".
    private struct Definition {
        let sequence: [String]
        var required: Set<String> = []
        /// Whether only one kind of child is allowed at a time (`xs:choice`).
        var isChoice = false

        init(_ sequence: String, required: Set<String> = [], isChoice: Bool = false) {
            self.sequence = sequence.split(separator: " ").map(String.init)
            self.required = required
            self.isChoice = isChoice
        }
    }

    /// The definitions of clauses 5 (common types), 6 (service information) and 7 (programme information), by element name. In a `location`, the
    /// choice of `time` and `relativeTime` comes before the bearers.
    private static let schema: [String: Definition] = [
        // Clause 6.
        "serviceInformation": Definition("services serviceGroups"),
        "services": Definition("serviceProvider service"),
        "serviceProvider": Definition("shortName mediumName longName mediaDescription keywords link geolocation"),
        "service": Definition(
            """
            shortName mediumName longName alias phoneme mediaDescription genre keywords link bearer radiodns geolocation \
            serviceGroupMember
            """),
        "radiodns": Definition("", required: ["fqdn", "serviceIdentifier"]),
        // Clause 7.
        "epg": Definition("programmeGroups schedule"),
        "schedule": Definition("scope programme"),
        "scope": Definition("serviceScope", required: ["startTime", "stopTime"]),
        "serviceScope": Definition("", required: ["id"]),
        "programme": Definition(
            """
            shortName mediumName longName alias phoneme location onDemand mediaDescription genre keywords memberOf link \
            credits programmeEvent
            """, required: ["shortId", "id"]),
        "programmeEvent": Definition(
            "shortName mediumName longName location onDemand mediaDescription genre keywords memberOf link",
            required: ["shortId", "id"]),
        "location": Definition("time relativeTime bearer"),
        "time": Definition("", required: ["time", "duration"]),
        "relativeTime": Definition("", required: ["time", "duration"]),
        "onDemand": Definition("presentationTime acquisitionTime bearer"),
        "presentationTime": Definition("", required: ["duration"]),
        "acquisitionTime": Definition("", required: ["start", "end"]),
        // Clause 5.
        "shortName": Definition(""), "mediumName": Definition(""), "longName": Definition(""),
        "mediaDescription": Definition("shortDescription longDescription multimedia", isChoice: true),
        "shortDescription": Definition(""), "longDescription": Definition(""),
        "multimedia": Definition("", required: ["url"]),
        "genre": Definition("", required: ["href"]), "keywords": Definition(""),
        "link": Definition("", required: ["uri"]),
        "memberOf": Definition("", required: ["id", "shortId"]),
        "bearer": Definition("geolocation", required: ["id", "cost"]),
    ]

    /// The faults of an element and its descendants.
    private static func faults(_ element: XMLElement, in path: String = "") -> [String] {
        let path = "\(path)/\(element.name)"
        guard let definition = schema[element.name] else { return ["\(path): unknown to the schema"] }
        var faults = definition.required.subtracting(element.attributes.keys).sorted().map { "\(path): no \($0)" }
        let places = element.children.map { definition.sequence.firstIndex(of: $0.name) }
        if places.contains(nil) { faults.append("\(path): a child that it may not have") }
        let known = places.compactMap(\.self)
        if known != known.sorted() { faults.append("\(path): \(element.children.map(\.name).joined(separator: " "))") }
        if definition.isChoice, Set(known).count > 1 { faults.append("\(path): more than one kind of child") }
        return faults + element.children.flatMap { self.faults($0, in: path) }
    }

    /// Runs `body` with a channel and a programme that have every optional detail.
    private static func with(_ body: (RouteStage) async throws -> Void) async throws {
        try await ExportStage.with { stage in
            let database = stage.database
            let channel = try await database.channel("zurnal", timeZone: "Europe/Prague", in: stage.here)
            let show = try await database.show("Káva", in: stage.here)
            let episode = try await database.episode("Díl 1", of: show, in: stage.here)
            let airing = try await database.airing(
                of: show, episode: episode, on: channel, from: "2026-06-15T12:00:00Z", to: "2026-06-15T13:30:00Z",
                in: stage.here)
            let version = try await database.version(
                of: episode, from: "2026-06-15T10:00:00Z", until: "2026-06-22T10:00:00Z", in: stage.here)
            _ = try await database.category("Talk", of: [channel], in: stage.here)
            try await stage.change(
                """
                update app.channel set description = 'News', website = 'https://z.example/', language = 'cs';
                insert into app.bearer (channel_id, uri, media_type, bitrate, cost, offset_ms)
                values (\(channel), 'https://z.example/live', 'audio/aac', 128, 30, 4000),
                       (\(channel), 'fm:ce1.c479.09580', '', 0, 10, 0);
                insert into app.genre (name, code) values ('News', 'urn:tva:metadata:cs:ContentCS:2011:3.1.1');
                insert into app.channel_genre (channel_id, genre_id) select \(channel), genre_id from app.genre;
                insert into app.show_genre (show_id, genre_id) select \(show), genre_id from app.genre;
                insert into app.art (alt) values ('');
                insert into app.art_image (art_id, position, width, height, media_type, url)
                select art_id, 0, 32, 32, 'image/png', 'https://p.example/32' from app.art;
                update app.channel set art_id = (select art_id from app.art);
                update app.show set art_id = (select art_id from app.art), website = 'https://k.example/',
                                    description = 'About everything';
                update app.episode set part = 4, description = 'About one thing';
                update app.version set is_downloadable = true, duration_ms = 5400000;
                insert into app.version_media (version_id, url, media_type, purpose)
                values (\(version), 'https://z.example/1.m3u8', 'application/x-mpegurl', 'stream'),
                       (\(version), 'https://z.example/1.mp3', 'audio/mpeg', 'download');
                insert into app.segment (airing_id, offset_ms, duration_ms, kind, title)
                values (\(airing), 0, 90000, 'part', 'Headlines');
                """)
            try await body(stage)
        }
    }

    @Test(arguments: [
        ("SI.xml", ["service", "genre", "keywords", "link", "bearer", "radiodns", "multimedia", "shortDescription"]),
        (
            "fm/ce1/c479/09580/20260615_PI.xml",
            [
                "programme", "location", "onDemand", "acquisitionTime", "mediaDescription", "genre", "memberOf", "link",
                "programmeEvent",
            ]
        ),
    ])
    func theElementsOfSPIDocumentsFollowTheSchema(path: String, needed: [String]) async throws {
        try await Self.with { stage in
            let root = try await stage.document("/radiodns/spi/3.1/" + path)
            #expect(Self.faults(root) == [])
            func names(_ element: XMLElement) -> Set<String> {
                element.children.reduce(into: [element.name]) { $0.formUnion(names($1)) }
            }
            // If these elements were missing, their order would not be checked.
            #expect(Set(needed).subtracting(names(root)) == [])
        }
    }

    @Test func programmeInformationOfARecordingWithoutDurationOrEndIsValid() async throws {
        try await Self.with { stage in
            try await stage.change("update app.version set duration_ms = null, available_until = null")
            let root = try await stage.document("/radiodns/spi/3.1/fm/ce1/c479/09580/20260615_PI.xml")
            #expect(Self.faults(root) == [])
            let onDemand = root.child(named: "schedule")?.child(named: "programme")?.child(named: "onDemand")
            #expect(onDemand?.child(named: "presentationTime")?.attributes["duration"] == "PT1H30M")
            try await stage.change("delete from app.version_media")
            let bare = try await stage.document("/radiodns/spi/3.1/fm/ce1/c479/09580/20260615_PI.xml")
            #expect(bare.child(named: "schedule")?.child(named: "programme")?.child(named: "onDemand") == nil)
        }
    }
}
