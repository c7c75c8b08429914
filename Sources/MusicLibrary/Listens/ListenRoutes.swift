import HTTP
import SoundCloud
import Tenancy
import Web

/// The endpoints of the listening history (spec M3).
public struct ListenRoutes: Sendable {
    private let listens: ListenStore
    private let contexts: PlayContexts
    private let now: @Sendable () -> Instant

    private static let path = "/api/v1/me/listens"

    public init(database: TenantDatabase, now: @escaping @Sendable () -> Instant = { .now }) {
        listens = ListenStore(database: database)
        contexts = PlayContexts(database: database)
        self.now = now
    }

    public var routes: [Route] {
        [
            Route("recordListens", .post, Self.path, access: .account, bodyLimit: 32 * 1024, endpoint: recordListens),
            Route("findListens", .get, Self.path, access: .account, query: ["cursor", "limit"], endpoint: findListens),
            Route("deleteListens", .delete, Self.path, access: .account) { _, context in
                try await listens.deleteAll(of: context.listener)
                return .noContent
            },
            Route("deleteListen", .delete, Self.path + "/{listen}", access: .account) { request, context in
                guard let position = ListenStore.StoredListen.position(try request.parameter("listen")),
                    try await listens.delete(position, of: context.listener)
                else { throw Self.absent }
                return .noContent
            },
        ]
    }

    /// The 404 error for a listen that the listener's history does not contain.
    static let absent = APIError(
        .notFound, code: .noSuchListen, "your listening history has no entry with this ID: check the ID")

    private struct Body: Decodable {
        let listens: [Item]
        let client: String?

        struct Item: Decodable {
            let track: String
            let listenedAt: Instant
            let playedMs: Int64
        }
    }

    /// Answers `recordListens`: stores the listens that count, which are then also sent to a connected ListenBrainz server, and returns the outcome
    /// of each listen, in order; 422, without storing any, unless the body has 1 to 50 valid listens and `client`, if present, has at most 100
    /// characters and no control characters.
    func recordListens(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let body = try request.json(as: Body.self)
        guard (1...Listen.most).contains(body.listens.count) else {
            throw APIError.invalid("/listens", "must have 1 to \(Listen.most) listens, found \(body.listens.count)")
        }
        let client = body.client ?? ""
        let length = client.unicodeScalars.count
        guard length <= 100 else {
            throw APIError.invalid("/client", "must have at most 100 characters, found \(length)")
        }
        guard client.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw APIError.invalid("/client", "must not contain tabs, line breaks or other control characters")
        }
        var faults: [APIError.Fault] = []
        let last = Instant(milliseconds: now().milliseconds + Listen.aheadMs)
        let listens = body.listens.enumerated().compactMap { position, item -> Listen? in
            let pointer = "/listens/\(position)"
            guard let track = CloudURN(item.track, of: .track) else {
                faults.append(
                    .init(
                        field: pointer + "/track",
                        reason:
                            "must be the URN of a track, such as soundcloud:tracks:123, found \"\(item.track.prefix(100))\""
                    ))
                return nil
            }
            if item.listenedAt < Listen.first || item.listenedAt > last {
                faults.append(
                    .init(
                        field: pointer + "/listenedAt",
                        reason:
                            "must be the time when listening began, from October 2002 to now, found \(item.listenedAt)")
                )
            }
            if !(0...86_400_000).contains(item.playedMs) {
                faults.append(
                    .init(
                        field: pointer + "/playedMs",
                        reason: "must be from 0 to 86400000 milliseconds (one day), found \(item.playedMs)")
                )
            }
            return Listen(track: track, listenedAt: item.listenedAt, playedMs: item.playedMs)
        }
        guard faults.isEmpty else { throw APIError.invalid(faults) }
        let outcomes = try await self.listens.record(listens, client: client, for: listener)
        return try .personal(
            ListenVerdictsView(
                items: zip(listens, outcomes).map { .init(track: $0.track, listenedAt: $0.listenedAt, state: $1) }))
    }

    /// Answers `findListens`: a page of the listening history, newest first; 422 for an invalid cursor or limit.
    func findListens(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let fields = try request.queryFields()
        let limit = try fields.pageSize()
        let position = try fields.position(in: "listens") { TimePosition($0) } ?? .first
        let page = ListPage(try await listens.listens(before: position, limit: limit + 1, of: listener), limit: limit)
        let tracks = page.rows.map(\.track)
        let items = try await contexts.items(tracks[...], for: listener)
        return try .personal(
            ListView(
                items.map { item in
                    let listen = page.rows[item.index]
                    return ListenView(
                        id: listen.id, listenedAt: listen.listenedAt,
                        client: listen.client.isEmpty ? nil : listen.client,
                        track: TrackView(item))
                }, next: page.next?.position.cursor("listens").description))
    }
}
