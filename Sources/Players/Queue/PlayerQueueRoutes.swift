import HTTP
import PlayerCore
import Tenancy
import Web

/// The endpoints of the queue, with the errors of `PlayerRoutes`. Tracks are addressed by their index in the order of play.
public struct PlayerQueueRoutes: Sendable {
    private let store: PlayerStore
    private let catalogue: any PlayerCatalogue
    private let responder: PlayerResponder
    private let source: PlayerQueueSource

    public init(database: TenantDatabase, catalogue: any PlayerCatalogue) {
        self.init(database: database, catalogue: catalogue, clock: nil)
    }

    init(database: TenantDatabase, catalogue: any PlayerCatalogue, clock: (@Sendable () -> Instant)?) {
        store = PlayerStore(database: database, clock: clock)
        self.catalogue = catalogue
        responder = PlayerResponder(store: store, catalogue: catalogue)
        source = PlayerQueueSource(catalogue: catalogue)
    }

    public var routes: [Route] {
        let path = PlayerRoutes.path + "/queue"
        return [
            Route(
                "getPlayerQueue", .get, path, access: .account, query: ["limit", "offset"], endpoint: getPlayerQueue),
            Route(
                "setPlayerQueue", .put, path, access: .account, bodyLimit: 1024 * 1024, endpoint: setPlayerQueue),
            Route(
                "addPlayerTracks", .post, path + "/items", access: .account, bodyLimit: 1024 * 1024,
                endpoint: addPlayerTracks),
            Route(
                "movePlayerTrack", .post, path + "/moves", access: .account, bodyLimit: PlayerRoutes.bodyLimit,
                endpoint: movePlayerTrack),
            Route(
                "removePlayerTrack", .delete, path + "/items/{index}", access: .account, endpoint: removePlayerTrack),
        ]
    }

    /// Answers `getPlayerQueue` with one page of the queue, or with 304 if the client has this version. An invalid `offset` or `limit` gets 422.
    func getPlayerQueue(_ request: Request, _ context: RequestContext) async throws -> Response {
        let owner = try context.owner
        let fields = try request.queryFields()
        let offset = try fields.optional("offset") == nil ? 0 : fields.integer("offset", in: 0...PlayerQueue.limit)
        let limit = try fields.pageSize()
        let session = try await store.current(of: owner).session
        let tag = session.entityTag(of: owner)
        if request.has(entityTag: tag) {
            return Response(.notModified, fields: ["ETag": tag, "Cache-Control": "private, no-cache"])
        }
        let ids = Set(PlayerQueueView.window(session.queue, offset, limit).map { session.queue[$0].id })
        let texts = ids.isEmpty ? [:] : try await catalogue.descriptions(of: Array(ids), of: owner)
        return try .json(
            PlayerQueueView(session, offset: offset, limit: limit, texts),
            fields: ["Cache-Control": "private, no-cache", "ETag": tag])
    }

    private struct Content: Decodable {
        let device: String?
        let context: String?
        let tracks: [String]?
        let index: Int64?
        let positionMs: Int64?
        let play: Bool?
    }

    /// Answers `setPlayerQueue` with the player and its effects, after replacing the queue with a list or with single tracks. `context` only names
    /// the queue if `tracks` is also sent. Without `index`, the first track becomes current. Without `play`, a playing player continues and a paused
    /// player stays paused. An unknown list gets 404.
    func setPlayerQueue(_ request: Request, _ context: RequestContext) async throws -> Response {
        let owner = try context.owner
        let body = try request.json(
            as: Content.self, readOnly: ["items", "length", "nextOffset", "offset", "revision", "seed", "shuffle"])
        let position = try PlayerEventBody.checkedPosition(body.positionMs ?? 0, "/positionMs")
        let queue: PlayerQueue
        switch (body.context, body.tracks) {
        case (let name, let tracks?):
            // The app sends the tracks of the list and, optionally, a name for the list.
            if let name { try Self.check(name) }
            let items = try await source.items(tracks, of: owner)
            let index = try PlayerQueueSource.checked(body.index, count: items.count, "/index")
            queue = PlayerQueue(context: name, items, index: index)
        case (let name?, nil): queue = try await source.queue(context: name, index: body.index, of: owner)
        case (nil, nil):
            throw APIError.invalid("/tracks", "is missing: list the tracks, or name a list in context")
        }
        let command = try PlayerCommand(request, device: body.device, reads: .whole) { session in
            [.replaceQueue(queue, positionMs: position, play: body.play ?? session.state.isActive)]
        }
        return try await responder.perform(command, of: owner)
    }

    private static func check(_ name: String) throws(APIError) {
        if let rule = PlayerDevice.brokenRule(of: name, limit: 200) { throw .invalid("/context", rule) }
    }

    private struct Addition: Decodable {
        let device: String?
        let tracks: [String]
        let at: String?
    }

    /// Answers `addPlayerTracks` with the player and its effects. The tracks are added at the end, or after the current track if `at` is "next".
    func addPlayerTracks(_ request: Request, _ context: RequestContext) async throws -> Response {
        let owner = try context.owner
        let body = try request.json(as: Addition.self)
        guard let point = PlayerQueue.InsertionPoint(rawValue: body.at ?? "last") else {
            throw APIError.invalid("/at", oneOf: ["next", "last"], found: body.at ?? "")
        }
        let items = try await source.items(body.tracks, of: owner)
        let command = try PlayerCommand(request, device: body.device, reads: .whole) { _ in [.insert(items, at: point)]
        }
        return try await responder.perform(command, of: owner)
    }

    private struct Move: Decodable {
        let device: String?
        let from: Int64
        let to: Int64
    }

    /// Answers `movePlayerTrack` with the player and its effects. An index at which the queue has no track gets 409.
    func movePlayerTrack(_ request: Request, _ context: RequestContext) async throws -> Response {
        let body = try request.json(as: Move.self)
        let event = PlayerEvent.move(from: Int(clamping: body.from), to: Int(clamping: body.to))
        let command = try PlayerCommand(request, device: body.device, reads: .whole) { _ in [event] }
        return try await responder.perform(command, of: context.owner)
    }

    /// Answers `removePlayerTrack` with the player and its effects. An index that is not a whole number from 0 gets 404, and an index after the end
    /// of the queue 409.
    func removePlayerTrack(_ request: Request, _ context: RequestContext) async throws -> Response {
        let text = try request.parameter("index")
        guard let index = Int(text), "\(index)" == text, index >= 0 else {
            throw APIError(
                .notFound, code: .noSuchIndex,
                "the queue has no track at the index \"\(text.prefix(100))\": indexes are whole numbers, counted from 0"
            )
        }
        let command = try PlayerCommand(request, device: nil, reads: .whole) { _ in [.remove(index: index)] }
        return try await responder.perform(command, of: context.owner)
    }
}
