import Tenancy
import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import MusicLibraryPages
@testable import SoundCloud

/// The library's routes, with uploads stored in both tenants.
struct LibraryStage {
    let stage: RouteStage
    /// The filing resources of the routes.
    let filing = FilingResources(of: TenantObservers())

    static let path = "/api/v1/me/library"

    /// An upload: its number, title, account and length, and the fields that the uploader filled in.
    struct Planted {
        var number: Int
        var title: String
        var uploader: String
        var artist = ""
        var label = ""
        var album = ""
        var durationMs = 200_000
    }

    static let uploads = [
        Planted(number: 1, title: "Aurora Vale - Paper Lanterns", uploader: "mdindry35", label: "Quiet Harbour"),
        Planted(number: 2, title: "Aurora Vale - Salt Road", uploader: "user3416402", album: "Low Tide"),
        Planted(number: 3, title: "Brick Orchard - Engine Room", uploader: "mdindry35"),
        Planted(number: 4, title: "Late Bus", uploader: "Tomas Reed"),
        Planted(
            number: 5, title: "Night Shift Radio - Episode 14", uploader: "Night Shift Radio", durationMs: 3_600_000),
    ]

    static func with(_ body: (LibraryStage) async throws -> Void) async throws {
        try await RouteStage.with(routes: { database, _ in
            let filing = FilingResources(of: database.observers)
            return LibraryTrackRoutes(cloud: nil, database: database, filing: filing).routes
                + EntryCorrectionRoutes(database: database, filing: filing).routes
                + StoredCorrectionRoutes(database: database, filing: filing).routes
                + CorrectionPageRoutes(database: database, filing: filing).routes
                + BrowseRoutes(database: database).routes + PodcastRoutes(database: database).routes
                + PodcastTrackRoutes(cloud: nil, database: database, filing: filing).routes
                + ViewStateRoutes(database: database).routes
                + BrowsePageRoutes(database: database, filing: filing).routes
                + EntryPageRoutes(database: database, filing: filing).routes
                + TrackPageRoutes(database: database, filing: filing).routes
                + UncertainPageRoutes(database: database, filing: filing).routes
                + PodcastPageRoutes(database: database, filing: filing).routes
                + StationPageRoutes(database: database, filing: filing).routes
                + StationFeedRoutes(database: database, cloud: nil).routes
                + CloudPageRoutes(cloud: nil, database: database, filing: filing).routes
                + ExplorePageRoutes(cloud: nil, database: database).routes
        }) { stage in
            let library = LibraryStage(stage: stage)
            try await library.plant(uploads, in: stage.here)
            try await library.plant(uploads, in: stage.there)
            try await body(library)
        }
    }

    func plant(_ uploads: [Planted], in tenant: Tenant) async throws {
        for upload in uploads {
            let key = SortKey(upload.title).description.replacing("\u{1}", with: "")
            try await stage.database.sql(
                """
                insert into app.cloud_user (tenant_id, urn, username, name_key)
                values (\(tenant.id), 'soundcloud:users:' || (1 + abs(hashtext('\(upload.uploader)')::bigint)), '\(upload.uploader)',
                        'x')
                on conflict do nothing;
                insert into app.cloud_track (tenant_id, urn, cloud_user_id, title, metadata_artist, label_name, publisher,
                                             duration_ms, title_key)
                select \(tenant.id), 'soundcloud:tracks:\(upload.number)', cloud_user_id, '\(upload.title)',
                       '\(upload.artist)', '\(upload.label)', jsonb_strip_nulls(jsonb_build_object('album_title', nullif('\(upload.album)', ''))), \(upload.durationMs), '\(key)'
                  from app.cloud_user
                 where tenant_id = \(tenant.id) and username = '\(upload.uploader)'
                """)
        }
    }

    static func track(_ number: Int) -> String { path + "/tracks/soundcloud:tracks:\(number)" }

    @discardableResult
    func add(_ number: Int, _ more: String = "", as role: Role = .listener, at host: String = "here") async
        -> StageAnswer
    {
        await stage.send(
            .post, Self.path + "/tracks", #"{"track": "soundcloud:tracks:\#(number)"\#(more)}"#, as: role, at: host)
    }

    func get(_ target: String, as role: Role = .listener, at host: String = "here") async -> StageAnswer {
        await stage.send(.get, target, as: role, at: host)
    }

    /// Sends a form of a page.
    func press(
        _ target: String, _ fields: [(String, String)] = [], as role: Role = .listener, at host: String = "here"
    ) async -> StageAnswer {
        let body = fields.map { "\($0.percentEncoded)=\($1.percentEncoded)" }.joined(separator: "&")
        return await stage.send(
            .post, target, body: Array(body.utf8), as: role, at: host,
            ["Content-Type": "application/x-www-form-urlencoded"])
    }

    /// Returns the names of the entries of a category, in order.
    func names(_ category: String, as role: Role = .listener, at host: String = "here") async -> [String] {
        await get(Self.path + "/" + category, as: role, at: host).objects("items").compactMap { $0["name"] as? String }
    }

    /// Returns the titles of a list of tracks, in order.
    func titles(_ target: String, as role: Role = .listener, at host: String = "here") async -> [String] {
        await get(target, as: role, at: host).objects("items").compactMap { $0["title"] as? String }
    }

    /// Returns the identifier of the entry with this name.
    func id(_ name: String, in category: String) async throws -> String {
        let entries = await get(Self.path + "/" + category).objects("items")
        return try #require(entries.first { $0["name"] as? String == name }?["id"] as? String, "\(entries)")
    }

    /// Returns all stored rows about filings, in all tenants, as text.
    func state() async throws -> String {
        try await stage.database.sql(
            """
            select * from app.library_track order by 1, 2, 3;
            select * from app.library_credit order by 1, 2, 3, 4;
            select * from app.library_artist order by 1, 2, 3;
            select * from app.library_album order by 1, 2, 3;
            select * from app.library_label order by 1, 2, 3;
            select * from app.library_teaching order by 1, 2, 3;
            select * from app.podcast_station order by 1, 2, 3;
            """)
    }
}

extension StageAnswer {
    /// The target of a redirect with the status 303; for any other response, a description of the response.
    var location: String {
        status == 303 ? fields["Location"].map { String($0) } ?? "" : "no redirect: \(status) \(text)"
    }

    /// Returns those of the texts that the page contains, in the order of the page.
    func order(of texts: [String]) -> [String] {
        texts.compactMap { part in text.firstRange(of: part).map { ($0.lowerBound, part) } }.sorted { $0.0 < $1.0 }
            .map(\.1)
    }

    /// Returns the addresses of the links in the ordered list with this class; empty if the page has no such list.
    func links(in className: String) -> [String] {
        guard let start = text.firstRange(of: "class=\"\(className)\""),
            let end = text[start.upperBound...].firstRange(of: "</ol>")
        else { return [] }
        return text[start.upperBound..<end.lowerBound].split(separator: "href=\"").dropFirst().map {
            String($0.prefix { $0 != "\"" })
        }
    }

    var classification: [String: Any] { self["classification"] as? [String: Any] ?? [:] }
    var artists: [String] {
        (classification["artists"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
    }
    func entryName(_ name: String) -> String? { (classification[name] as? [String: Any])?["name"] as? String }
}
