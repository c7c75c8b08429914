import CloudStandIn
import Cryptography
import Foundation
import HTTP
import Tenancy
import Testing
import Web
import WebTestSupport
import XML

@testable import MusicLibrary
@testable import SoundCloud
@testable import Subsonic

/// A library of a few tracks in two tenants, an app that may use one of them, and a stand-in for SoundCloud.
struct SubsonicStage {
    let stage: RouteStage
    let standIn: StandIn
    /// The app password of the listener at "here".
    let secret: String

    /// An upload to be stored as a track of SoundCloud.
    struct Planted {
        var number: Int
        var title: String
        var uploader: String
        var album = ""
        var label = ""
        var genre = ""
        var uploadedAt = "2020-01-01T00:00:00Z"
        var durationMs = 200_000
        var access = "playable"
        var artwork = true
        var isDownloadable = false
    }

    /// The uploads, with the track numbers of the stand-in.
    static let uploads = [
        Planted(
            number: 100_001, title: "Aurora Vale - Paper Lanterns", uploader: "mdindry35", label: "Quiet Harbour",
            genre: "Folk"),
        Planted(
            number: 100_002, title: "Aurora Vale - Salt Road", uploader: "user3416402", album: "Low Tide",
            genre: "Folk",
            uploadedAt: "2021-05-02T00:00:00Z"),
        Planted(
            number: 100_003, title: "Aurora Vale - Öre & Ära", uploader: "user3416402", album: "Low Tide", genre: "Pop",
            uploadedAt: "2021-05-01T00:00:00Z", isDownloadable: true),
        Planted(
            number: 100_004, title: "Brick Orchard - Engine <Room>", uploader: "mdindry35", genre: "Rock",
            uploadedAt: "2015-02-03T00:00:00Z", access: "blocked", artwork: false),
        Planted(
            number: 100_005, title: "Night Shift Radio - Episode 14", uploader: "Night Shift Radio",
            uploadedAt: "2023-01-01T00:00:00Z", durationMs: 3_600_000),
        // This track is stored in the tenant but not in a library.
        Planted(number: 100_006, title: "Elsewhere", uploader: "Tomas Reed"),
    ]

    static func with(
        isConnected: Bool = false, transcoder: (any AudioTranscoder)? = nil,
        announcer: (any NowPlayingAnnouncer)? = nil, _ body: (SubsonicStage) async throws -> Void
    ) async throws {
        let standIn = try StandIn(world: StandInWorld())
        let server = try await standIn.start(logger: RouteStage.silence)
        let app = SoundCloudApp(
            api: standIn.address, auth: standIn.address, clientID: "our-client", clientSecret: "our-secret")
        let vault = try TokenVault(TokenVault.makeKey())
        do {
            try await RouteStage.with(routes: { database, _ in
                let filing = FilingResources(of: database.observers)
                let cloud = MusicCloud(
                    app, database: database, vault: vault, fetcher: SessionFetcher(limit: .seconds(300)),
                    clock: UpstreamClock(pause: { _ in }, chance: { 0 }), pageSize: 20, logger: RouteStage.silence)
                return LibraryTrackRoutes(cloud: nil, database: database, filing: filing).routes
                    + PodcastRoutes(database: database).routes
                    + AppPasswordRoutes(database: database, vault: vault).routes
                    + ConnectionRoutes(
                        cloud: cloud, database: database,
                        landing: ConnectionRoutes.Landing(start: "/library", afterFailure: { _ in nil })
                    ).routes
                    + SubsonicRoutes(
                        database: database, cloud: cloud, vault: vault, transcoder: transcoder,
                        players: TestPlayers(database: database), radio: TestRadio(), announcer: announcer
                    ).routes
            }) { stage in
                let made = await stage.send(.post, "/api/v1/me/app-passwords", #"{"name": "Phone"}"#, as: .listener)
                let subsonic = SubsonicStage(
                    stage: stage, standIn: standIn, secret: try #require(made["secret"] as? String, "\(made.text)"))
                try await subsonic.plant(in: stage.here)
                try await subsonic.plant(in: stage.there)
                try await subsonic.file()
                if isConnected { try await subsonic.connect() }
                try await body(subsonic)
            }
        } catch {
            await server.stop(grace: 0, idleGrace: 0)
            throw error
        }
        await server.stop(grace: 0, idleGrace: 0)
    }

    private func plant(in tenant: Tenant) async throws {
        for upload in Self.uploads {
            try await stage.database.sql(
                """
                insert into app.cloud_user (tenant_id, urn, username, name_key, avatar_url)
                values (\(tenant.id), 'soundcloud:users:' || (1 + abs(hashtext('\(upload.uploader)')::bigint)),
                        '\(upload.uploader)', 'x', '')
                on conflict do nothing;
                insert into app.cloud_track (tenant_id, urn, cloud_user_id, title, label_name, publisher, genre, duration_ms,
                                             uploaded_at, access, artwork_url, is_downloadable, title_key)
                select \(tenant.id), 'soundcloud:tracks:\(upload.number)', cloud_user_id, '\(upload.title)',
                       '\(upload.label)', jsonb_strip_nulls(jsonb_build_object('album_title', nullif('\(upload.album)', ''))),
                       '\(upload.genre)', \(upload.durationMs), '\(upload.uploadedAt)', '\(upload.access)',
                       '\(upload.artwork ? "https://pictures.example/\(upload.number)-large.jpg" : "")',
                       \(upload.isDownloadable), '\(SortKey(upload.title).description.replacing("\u{1}", with: " "))'
                  from app.cloud_user
                 where tenant_id = \(tenant.id) and username = '\(upload.uploader)'
                """)
        }
    }

    /// Files four tracks in the library and one among the podcasts.
    private func file() async throws {
        for number in 100_001...100_005 {
            let added = await stage.send(
                .post, "/api/v1/me/library/tracks", #"{"track": "soundcloud:tracks:\#(number)"}"#, as: .listener)
            #expect(added.status == 201 || added.status == 200, "\(added.text)")
        }
        let moved = await stage.send(
            .post, "/api/v1/me/library/tracks/soundcloud:tracks:100005/move", #"{"to": "podcasts"}"#, as: .listener)
        #expect(moved.status == 200, "\(moved.text)")
    }

    private func connect() async throws {
        let path = "/api/v1/me/connections/soundcloud"
        let begun = await stage.send(.post, path, as: .listener)
        let back = try await SessionFetcher(limit: .seconds(300)).fetch(
            UpstreamRequest("GET", try #require(begun["authorizeUrl"] as? String, "\(begun.text)")))
        let location = try #require(back.fields["location"])
        let answer = await stage.send(.get, String(location.dropFirst("http://here".count)), as: .listener)
        #expect(answer.status == 200, "\(answer.text)")
    }

    // MARK: - Calls

    /// Calls a method as a current app does and returns the JSON.
    func call(_ method: String, _ parameters: String = "", at host: String = "here") async -> SubsonicAnswer {
        let more = parameters.isEmpty ? "" : "&" + parameters
        return SubsonicAnswer(await get("\(method)?\(proof)&c=tests&v=1.16.1&f=json\(more)", at: host))
    }

    /// The parameters u, t and s, which authenticate the listener.
    var proof: String { Self.proof("listener", secret) }

    static func proof(_ login: String, _ secret: String, salt: String = "c19b2d") -> String {
        "u=\(login)&t=\(digest(secret + salt))&s=\(salt)"
    }

    static func digest(_ text: String) -> String {
        Insecure.MD5.hash(data: text.utf8).hexadecimal
    }

    /// Requests any path below /rest.
    func get(_ target: String, at host: String = "here") async -> StageAnswer {
        await stage.send(.get, "/rest/" + target, at: host)
    }

    /// Calls a method and parses the XML.
    func xml(_ method: String, _ parameters: String = "") async throws -> XMLElement {
        let more = parameters.isEmpty ? "" : "&" + parameters
        return try XMLReader().root(of: await get("\(method)?\(proof)&c=tests\(more)").bytes)
    }

    /// Returns the identifier of the artist with this name.
    func artist(_ name: String) async throws -> String {
        let index = await call("getArtists").element("artists").list("index")
        let artists = index.flatMap { $0["artist"] as? [[String: Any]] ?? [] }
        return try #require(artists.first { $0["name"] as? String == name }?["id"] as? String, "\(artists)")
    }
}

/// A JSON response without its envelope.
struct SubsonicAnswer {
    let answer: StageAnswer

    init(_ answer: StageAnswer) { self.answer = answer }

    var root: [String: Any] { answer["subsonic-response"] as? [String: Any] ?? [:] }
    var isOK: Bool { answer.status == 200 && root["status"] as? String == "ok" }
    /// The error code.
    var code: Int? { (root["error"] as? [String: Any])?["code"] as? Int }
    var text: String { answer.text }

    func element(_ name: String) -> [String: Any] { root[name] as? [String: Any] ?? [:] }

    /// Returns the text members of a list, as in `texts("starred2", "song", "title")`.
    func texts(_ element: String, _ list: String, _ member: String) -> [String] {
        self.element(element).list(list).compactMap { $0[member] as? String }
    }
}

extension [String: Any] {
    func list(_ member: String) -> [[String: Any]] { self[member] as? [[String: Any]] ?? [] }
}
