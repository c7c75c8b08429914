import HTTP
import SoundCloud
import Tenancy
import Web

/// A search across SoundCloud for a listener with a connection (spec L37). Results are stored, so that the listener can like and add them.
public struct CloudSearch: Sendable {
    private let cloud: MusicCloud?
    private let keep: CloudItemWriter
    private let items: CloudItemStore
    private let marks: ListenerMarkStore

    public init(cloud: MusicCloud?, database: TenantDatabase) {
        self.cloud = cloud
        keep = CloudItemWriter(database: database)
        items = CloudItemStore(database: database)
        marks = ListenerMarkStore(database: database)
    }

    /// The parameters of a search across SoundCloud.
    package struct Query: Sendable, Hashable {
        /// The kind of items to search for.
        package enum Kind: String, Sendable, CaseIterable, Encodable { case tracks, playlists, users }

        var kind = Kind.tracks
        package var text: String
        /// The `next` of the previous page; `nil` for the first page.
        package var cursor: String?
        package var limit = 50

        init(_ text: String, _ kind: Kind = .tracks, limit: Int = 50) {
            (self.text, self.kind, self.limit) = (text, kind, limit)
        }

        /// Reads the parameters of a search from a request. Throws 422 if a parameter is not valid.
        package init(_ request: Request) throws(APIError) {
            let fields = try request.queryFields()
            text = try fields("q").trimmingBlanks
            let length = text.unicodeScalars.count
            guard (1...LibraryQuery.longest).contains(length) else {
                throw .invalid("q", "must have 1 to \(LibraryQuery.longest) characters, found \(length)")
            }
            guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
                throw .invalid("q", "must not contain tabs, line breaks or other control characters")
            }
            kind = try fields.choice("kind") ?? .tracks
            cursor = try fields.optional("cursor")
            limit = try fields.pageSize()
        }

        /// The list name in cursors, which binds a cursor to one search.
        fileprivate var list: String { "search.\(kind.rawValue).\(text)" }
    }

    /// A page of results from SoundCloud.
    package struct Page: Sendable {
        let kind: Query.Kind
        /// The keys of the stored items of the page, in SoundCloud's order.
        let keys: [Int64]
        let items: CloudItemStore.Items
        let marks: ListenerMarks
        let next: String?
        /// The number of found items that could not be read and were omitted.
        let unreadable: Int
    }

    /// Searches SoundCloud, stores the found items and returns a page of them. Throws 503 if no application is configured or SoundCloud does not
    /// answer, 409 without a connection, and 422 if the cursor is not from this search.
    package func page(_ query: Query, for listener: Listener) async throws -> Page {
        guard let cloud else { throw APIError.noCloud }
        var after: CloudCursor?
        if let text = query.cursor {
            guard let position = cloud.cursors.open(text, of: query.list, for: listener),
                let cursor = CloudCursor(rawValue: position)
            else { throw APIError.noCursor() }
            after = cursor
        }
        let (service, tokens) = (cloud.service.paged(by: query.limit), cloud.tokens(of: listener))
        let (keys, found, next, unreadable): ([Int64], CloudItemStore.Items, CloudCursor?, Int)
        switch query.kind {
        case .tracks:
            let page = try await upstream { try await service.tracks(.search(query.text), after: after, as: tokens) }
            keys = try await keep.tracks(page.items, in: listener.tenant)
            found = try await items.items(tracks: keys, for: listener)
            (next, unreadable) = (page.next, page.faults.count)
        case .playlists:
            let page = try await upstream {
                try await service.playlists(.search(query.text), after: after, as: tokens)
            }
            keys = try await keep.playlists(page.items, in: listener.tenant)
            found = try await items.items(playlists: keys, for: listener)
            (next, unreadable) = (page.next, page.faults.count)
        case .users:
            let page = try await upstream { try await service.users(.search(query.text), after: after, as: tokens) }
            keys = try await keep.users(page.items, in: listener.tenant)
            found = try await items.items(users: keys, for: listener)
            (next, unreadable) = (page.next, page.faults.count)
        }
        return Page(
            kind: query.kind, keys: keys, items: found, marks: try await marks.marks(of: found, for: listener),
            next: try next.map { try cloud.cursors.seal($0.rawValue, of: query.list, for: listener) },
            unreadable: unreadable)
    }

    /// Answers `searchSoundCloud`: a page of tracks, playlists or users, which are stored, with the listener's marks; 409 without a connection, 422
    /// for an invalid parameter, 503 without an application or if SoundCloud does not answer.
    public func respond(to request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        return try .personal(CloudSearchView(try await page(Query(request), for: listener)))
    }
}

/// The response of `searchSoundCloud`.
package struct CloudSearchView: Encodable, Sendable {
    let kind: CloudSearch.Query.Kind
    package let items: [Item]
    package let next: String?
    let unreadable: Int64

    /// A search result. The encoded form has the members of the item itself.
    package enum Item: Encodable, Sendable {
        case track(TrackView)
        case playlist(MarkedPlaylistView)
        case user(MarkedUserView)

        package func encode(to encoder: any Encoder) throws {
            switch self {
            case .track(let view): try view.encode(to: encoder)
            case .playlist(let view): try view.encode(to: encoder)
            case .user(let view): try view.encode(to: encoder)
            }
        }
    }

    package init(_ page: CloudSearch.Page) {
        kind = page.kind
        items = page.keys.compactMap { key in
            switch page.kind {
            case .tracks: page.items.tracks[key].map { .track(TrackView($0, key: key, page.marks)) }
            case .playlists: page.items.playlists[key].map { .playlist(MarkedPlaylistView($0, key: key, page.marks)) }
            case .users: page.items.users[key].map { .user(MarkedUserView($0, page.marks)) }
            }
        }
        next = page.next
        unreadable = Int64(page.unreadable)
    }
}

/// The endpoint for searching SoundCloud. The radio's endpoint `/search` gives the same response if the request has the parameter `kind`.
public struct CloudSearchRoutes: Sendable {
    private let search: CloudSearch

    public init(_ search: CloudSearch) { self.search = search }

    public var routes: [Route] {
        [
            Route(
                "searchSoundCloud", .get, "/api/v1/me/search", access: .account,
                query: ["cursor", "kind", "limit", "q"]
            ) { request, context in
                try await search.respond(to: request, context)
            }
        ]
    }
}
