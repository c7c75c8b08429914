import Foundation
import Logging
import Web

/// A client of SoundCloud's public API (its OpenAPI document of July 2026; spec M1.3, Decided 16, S1.25).
public struct SoundCloud: MusicService {
    private let app: SoundCloudApp
    private let caller: UpstreamCaller
    private let streamBudget: RequestBudget

    private var pageSize: Int

    /// Creates a client that requests pages of `pageSize` elements, which may be at most 200.
    public init(
        _ app: SoundCloudApp, fetcher: any Fetcher, rule: RetryRule = RetryRule(),
        clock: UpstreamClock = UpstreamClock(),
        pageSize: Int = 200, logger: Logger
    ) {
        self.app = app
        self.pageSize = pageSize
        caller = UpstreamCaller(fetcher: fetcher, rule: rule, clock: clock, logger: logger)
        streamBudget = .streams()
    }

    // MARK: - Lists

    public func tracks(
        _ list: TrackList, after cursor: CloudCursor?, as tokens: any TokenSource
    ) async throws -> CloudPage<CloudTrack> {
        try await page(list.target, after: cursor, as: tokens)
    }

    public func playlists(
        _ list: PlaylistList, after cursor: CloudCursor?, as tokens: any TokenSource
    ) async throws -> CloudPage<CloudPlaylist> {
        try await page(list.target, after: cursor, as: tokens)
    }

    public func users(
        _ list: UserList, after cursor: CloudCursor?, as tokens: any TokenSource
    ) async throws -> CloudPage<CloudUser> {
        try await page(list.target, after: cursor, as: tokens)
    }

    public func paged(by size: Int) -> any MusicService {
        var other = self
        other.pageSize = min(200, max(1, size))
        return other
    }

    public func feed(after cursor: CloudCursor?, as tokens: any TokenSource) async throws -> CloudPage<CloudActivity> {
        try await page(ListTarget("/me/feed"), after: cursor, as: tokens)
    }

    private func page<Item: Decodable & Sendable>(
        _ target: ListTarget, after cursor: CloudCursor?, as tokens: any TokenSource
    ) async throws -> CloudPage<Item> {
        let list: CloudList<Item> = try await get(cursor?.rawValue ?? target.text(limit: pageSize), as: tokens)
        return CloudPage(items: list.items, faults: list.faults, next: try self.cursor(list.next))
    }

    /// Returns the cursor in the `next_href` of a page; `nil` without one, on the last page. Throws `unavailable` for another host, which must not
    /// get the token, and for a malformed address.
    func cursor(_ href: String?) throws(CloudError) -> CloudCursor? {
        guard let href, !href.isEmpty else { return nil }
        for base in [app.api, SoundCloudApp.publicAPI] where href.hasPrefix(base + "/") {
            if let cursor = CloudCursor(rawValue: String(href.dropFirst(base.count))) { return cursor }
        }
        throw .unavailable(reason: "the next page of SoundCloud's list is on another host")
    }

    // MARK: - Single items

    public func me(as tokens: any TokenSource) async throws -> CloudUser { try await get("/me", as: tokens) }

    public func track(_ urn: CloudURN, as tokens: any TokenSource) async throws -> CloudTrack {
        try await get("/tracks/\(urn)", as: tokens)
    }

    public func playlist(_ urn: CloudURN, as tokens: any TokenSource) async throws -> CloudPlaylist {
        try await get("/playlists/\(urn)?\(Self.access.text)", as: tokens)
    }

    public func user(_ urn: CloudURN, as tokens: any TokenSource) async throws -> CloudUser {
        try await get("/users/\(urn)", as: tokens)
    }

    public func streams(of track: CloudURN, as tokens: any TokenSource) async throws -> CloudStreams {
        if let until = streamBudget.take(at: caller.clock.now()) {
            throw CloudError.throttled(
                until: until, reason: "this server has reached SoundCloud's daily limit for streams")
        }
        return try await caller.call(
            UpstreamRequest("GET", app.api + "/tracks/\(track)/streams"), as: tokens,
            throttled: { group, until in if group == "plays" { streamBudget.close(until: until) } },
            decode: Self.decode)
    }

    public func resolve(_ address: String, as tokens: any TokenSource) async throws -> CloudResource {
        let query: QueryText = ["url": address]
        return try await caller.call(
            UpstreamRequest("GET", app.api + "/resolve?\(query.text)"), as: tokens,
            moved: { app.api + (try cursor($0)?.rawValue ?? "/") }, decode: Self.decode)
    }

    // MARK: - Changes

    public func setLike(_ isLiked: Bool, of subject: CloudURN, as tokens: any TokenSource) async throws {
        try await change(isLiked ? "POST" : "DELETE", "/likes/\(subject.kind.rawValue)/\(subject)", as: tokens)
    }

    public func setFollowing(_ isFollowed: Bool, of user: CloudURN, as tokens: any TokenSource) async throws {
        try await change(isFollowed ? "PUT" : "DELETE", "/me/followings/\(user)", as: tokens)
    }

    /// Sends a change. A 404 or 410 in response to a deletion counts as success.
    private func change(_ method: String, _ path: String, as tokens: any TokenSource) async throws {
        do {
            try await caller.call(UpstreamRequest(method, app.api + path), as: tokens) { _ in }
        } catch CloudError.notFound where method == "DELETE" {
            return
        }
    }

    public func createPlaylist(_ draft: CloudPlaylistDraft, as tokens: any TokenSource) async throws -> CloudPlaylist {
        try await send("POST", "/playlists", draft, as: tokens, isRepeatable: false)
    }

    public func replacePlaylist(
        _ urn: CloudURN, with draft: CloudPlaylistDraft, as tokens: any TokenSource
    ) async throws -> CloudPlaylist {
        try await send("PUT", "/playlists/\(urn)", draft, as: tokens, isRepeatable: true)
    }

    public func deletePlaylist(_ urn: CloudURN, as tokens: any TokenSource) async throws {
        try await change("DELETE", "/playlists/\(urn)", as: tokens)
    }

    private func send(
        _ method: String, _ path: String, _ draft: CloudPlaylistDraft, as tokens: any TokenSource, isRepeatable: Bool
    ) async throws -> CloudPlaylist {
        let body = Array(try JSONEncoder().encode(PlaylistBody(draft)))
        let request = UpstreamRequest(
            method, app.api + path, fields: [("Content-Type", "application/json; charset=utf-8")], body: body)
        return try await caller.call(request, as: tokens, isRepeatable: isRepeatable, decode: Self.decode)
    }

    // MARK: - Calls

    /// Requests an address that SoundCloud sent, and ignores the content. `moved` gets the target of a redirect, and its error is thrown.
    func send(_ position: CloudCursor, as tokens: any TokenSource, moved: @escaping (String) throws -> Never)
        async throws
    {
        try await caller.call(
            UpstreamRequest("GET", app.api + position.rawValue), as: tokens, moved: { try moved($0) }, decode: { _ in })
    }

    /// The query parameter that includes tracks that are not playable (soundcloud/api#439).
    static let access: QueryText = ["access": "playable,preview,blocked"]

    private func get<Value: Decodable & Sendable>(_ target: String, as tokens: any TokenSource) async throws -> Value {
        try await caller.call(UpstreamRequest("GET", app.api + target), as: tokens, decode: Self.decode)
    }

    private static func decode<Value: Decodable & Sendable>(_ bytes: [UInt8]) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(bytes))
    }
}

/// The JSON of a playlist, as sent to SoundCloud.
private struct PlaylistBody: Encodable {
    let playlist: Playlist

    struct Playlist: Encodable {
        let title: String
        let description: String?
        let sharing: String
        let tracks: [Track]
    }

    struct Track: Encodable { let urn: String }

    init(_ draft: CloudPlaylistDraft) {
        playlist = Playlist(
            title: draft.title, description: draft.about, sharing: draft.isPublic ? "public" : "private",
            tracks: draft.tracks.map { Track(urn: $0.description) })
    }
}
