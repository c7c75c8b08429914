import HTTP
import PlayerCore
import Tenancy
import Web

/// The endpoints of the player: its state, its events, and a shorthand for each frequent event (spec L35). The shorthands with PUT are idempotent
/// (spec Decided 14).
///
/// A refused event gets 409, as does a start of playback while the listener is in a shared session; a failed `If-Match` gets 412; an invalid body, or
/// an idempotency key that another request has used, gets 422.
public struct PlayerRoutes: Sendable {
    private let store: PlayerStore
    private let catalogue: any PlayerCatalogue
    private let responder: PlayerResponder

    public init(database: TenantDatabase, catalogue: any PlayerCatalogue) {
        self.init(database: database, catalogue: catalogue, clock: nil)
    }

    init(database: TenantDatabase, catalogue: any PlayerCatalogue, clock: (@Sendable () -> Instant)?) {
        store = PlayerStore(database: database, clock: clock, memory: PlayerMemory())
        self.catalogue = catalogue
        responder = PlayerResponder(store: store, catalogue: catalogue, recent: RecentDescriptions())
    }

    static let path = "/api/v1/me/player"
    static let bodyLimit = 16 * 1024

    public var routes: [Route] {
        let (path, limit) = (Self.path, Self.bodyLimit)
        return [
            Route("getPlayer", .get, path, access: .account, endpoint: getPlayer),
            Route(
                "sendPlayerEvent", .post, path + "/events", access: .account, bodyLimit: limit,
                endpoint: sendPlayerEvent),
            Route("playPlayer", .put, path + "/play", access: .account, bodyLimit: limit, endpoint: playPlayer),
            Route("playContext", .post, path + "/play", access: .account, bodyLimit: limit, endpoint: playContext),
            Route("pausePlayer", .put, path + "/pause", access: .account, bodyLimit: limit, endpoint: pausePlayer),
            Route("seekPlayer", .put, path + "/seek", access: .account, bodyLimit: limit, endpoint: seekPlayer),
            Route(
                "setPlayerShuffle", .put, path + "/shuffle", access: .account, bodyLimit: limit,
                endpoint: setPlayerShuffle),
            Route(
                "setPlayerRepeat", .put, path + "/repeat", access: .account, bodyLimit: limit,
                endpoint: setPlayerRepeat),
            Route("playNext", .post, path + "/next", access: .account, bodyLimit: limit, endpoint: playNext),
            Route(
                "playPrevious", .post, path + "/previous", access: .account, bodyLimit: limit, endpoint: playPrevious),
            Route(
                "transferPlayer", .post, path + "/transfer", access: .account, bodyLimit: limit,
                endpoint: transferPlayer),
        ]
    }

    /// Answers `getPlayer` with the player and its entity tag, or with 304 if the client has this version.
    func getPlayer(_ request: Request, _ context: RequestContext) async throws -> Response {
        let owner = try context.owner
        let outcome = try await store.current(of: owner, reading: .excerpt)
        let tag = outcome.session.entityTag(of: owner)
        if request.has(entityTag: tag) {
            return Response(.notModified, fields: ["ETag": tag, "Cache-Control": "private, no-cache"])
        }
        return try await responder.answer(outcome, to: owner)
    }

    /// Answers `sendPlayerEvent` with the changed player and the effects for the devices.
    func sendPlayerEvent(_ request: Request, _ context: RequestContext) async throws -> Response {
        let owner = try context.owner
        let body = try request.json(as: PlayerEventBody.self)
        let event = try body.parsed()
        let command = try PlayerCommand(request, device: body.device) { [event($0)] }
        return try await responder.perform(command, of: owner)
    }

    private struct Play: Decodable {
        let device: String?
        let context: String?
        let offset: Int64?
        let track: String?
        let positionMs: Int64?
    }

    /// Answers `playPlayer`: starts playback, on `device` if the body names one. The list named in `context` becomes the queue and plays from the
    /// index `offset`, from `track`, or from the first track. Without `context`, the present queue is played. An unknown list gets 404.
    func playPlayer(_ request: Request, _ context: RequestContext) async throws -> Response {
        let owner = try context.owner
        let body = request.body.isEmpty ? nil : try request.json(as: Play.self)
        return try await play(body, request, owner)
    }

    /// Answers `playContext` (spec L10) like `playPlayer`, but a body without `context` gets 422.
    func playContext(_ request: Request, _ context: RequestContext) async throws -> Response {
        let owner = try context.owner
        let body = try request.json(as: Play.self)
        guard body.context != nil else {
            throw APIError.invalid("/context", "is missing: name a list such as songs, artist:12 or likes:recent")
        }
        return try await play(body, request, owner)
    }

    private func play(_ body: Play?, _ request: Request, _ owner: PlayerOwner) async throws -> Response {
        let device = body?.device
        guard let name = body?.context else {
            guard body?.offset == nil, body?.track == nil, body?.positionMs == nil else {
                throw APIError.invalid("/context", "is missing: offset, track and positionMs require a list")
            }
            let command = try PlayerCommand(request, device: device) { session in
                Self.begin(on: device, session)
            }
            return try await responder.perform(command, of: owner)
        }
        let queue = try await PlayerQueueSource(catalogue: catalogue).queue(
            context: name, index: body?.offset, track: body?.track, of: owner)
        let position = try PlayerEventBody.checkedPosition(body?.positionMs ?? 0, "/positionMs")
        let command = try PlayerCommand(request, device: device, reads: .whole) { session in
            // Playback begins on the device that sends the request.
            let transfer = device.map { [PlayerEvent.transfer(to: $0, play: false)] } ?? []
            return transfer + [.replaceQueue(queue, positionMs: position, play: true)]
        }
        return try await responder.perform(command, of: owner)
    }

    /// Returns the events that start playback on `device` or, for `nil`, on the session's device; empty if the player is already active there.
    private static func begin(on device: String?, _ session: PlayerSession) -> [PlayerEvent] {
        if session.state.isActive {
            guard let device, device != session.device else { return [] }
            return [.transfer(to: device, play: true)]
        }
        if session.queue.isEmpty { return session.state == .silent ? [.toggle] : [.tapPlay] }
        if let device { return [.transfer(to: device, play: true)] }
        return session.state == .silent ? [.toggle] : [.tapPlay]
    }

    private struct Sender: Decodable { let device: String? }

    private static func sender(_ request: Request) throws(APIError) -> String? {
        request.body.isEmpty ? nil : try request.json(as: Sender.self).device
    }

    /// Answers `pausePlayer`: ends playback and keeps the position. An inactive player stays as it is.
    func pausePlayer(_ request: Request, _ context: RequestContext) async throws -> Response {
        let command = try PlayerCommand(request, device: Self.sender(request)) { session in
            switch session.state {
            case .silent, .expanded: []
            case .beginPlay, .expandedPlay: [.tapPause]
            case .collapsedPlay: [.toggle]
            }
        }
        return try await responder.perform(command, of: context.owner)
    }

    private struct Seek: Decodable {
        let device: String?
        let positionMs: Int64?
        let behindMs: Int64?
    }

    /// Answers `seekPlayer`. A position at or after the end of a recording ends the track: the next track follows, or playback ends if there is none.
    func seekPlayer(_ request: Request, _ context: RequestContext) async throws -> Response {
        let body = try request.json(as: Seek.self)
        let event = try PlayerEventBody.seek(positionMs: body.positionMs, behindMs: body.behindMs)
        let command = try PlayerCommand(request, device: body.device) { _ in [event] }
        return try await responder.perform(command, of: context.owner)
    }

    private struct Shuffle: Decodable {
        let device: String?
        let on: Bool
        let seed: Int64?
    }

    /// Answers `setPlayerShuffle`: shuffles the queue, or restores the order of its list. A player with the requested order stays as it is. Without
    /// `seed`, a queue that is not shuffled gets a random seed.
    func setPlayerShuffle(_ request: Request, _ context: RequestContext) async throws -> Response {
        let body = try request.json(as: Shuffle.self)
        let seed = try PlayerEventBody.checkedSeed(body.seed)
        let command = try PlayerCommand(request, device: body.device) { session in
            let isSet = session.queue.isShuffled == body.on && (seed == nil || seed == session.queue.seed)
            return isSet ? [] : [PlayerEventBody.shuffle(body.on, seed: seed, session)]
        }
        return try await responder.perform(command, of: context.owner)
    }

    private struct Repeat: Decodable {
        let device: String?
        let mode: String
    }

    /// Answers `setPlayerRepeat` with the player in the new repeat mode. Playback continues.
    func setPlayerRepeat(_ request: Request, _ context: RequestContext) async throws -> Response {
        let body = try request.json(as: Repeat.self)
        let mode = try PlayerEventBody.repeatMode(body.mode)
        let command = try PlayerCommand(request, device: body.device) { _ in [.setRepeat(mode)] }
        return try await responder.perform(command, of: context.owner)
    }

    private struct Skip: Decodable {
        let device: String?
        let play: Bool?
    }

    /// Answers `playNext`: goes to the next track. Without a next track, an active player stops. An inactive player starts only if `play` is `true`.
    func playNext(_ request: Request, _ context: RequestContext) async throws -> Response {
        let body = request.body.isEmpty ? nil : try request.json(as: Skip.self)
        let command = try PlayerCommand(request, device: body?.device) { _ in [.next(play: body?.play ?? false)] }
        return try await responder.perform(command, of: context.owner)
    }

    /// Answers `playPrevious`: goes to the previous track. A recording restarts instead if its position is later than three seconds, or if there is
    /// no previous track. An inactive player starts only if `play` is `true`.
    func playPrevious(_ request: Request, _ context: RequestContext) async throws -> Response {
        let body = request.body.isEmpty ? nil : try request.json(as: Skip.self)
        let command = try PlayerCommand(request, device: body?.device) { _ in [.previous(play: body?.play ?? false)] }
        return try await responder.perform(command, of: context.owner)
    }

    private struct Transfer: Decodable {
        let device: String
        let play: Bool?
    }

    /// Answers `transferPlayer` (spec P24). `play` states whether the new device plays. Without `play`, an active player continues on the new device,
    /// and an inactive player does not start.
    func transferPlayer(_ request: Request, _ context: RequestContext) async throws -> Response {
        let body = try request.json(as: Transfer.self)
        let device = try PlayerDevice.checked(body.device)
        let command = try PlayerCommand(request, device: nil) { _ in [.transfer(to: device, play: body.play)] }
        return try await responder.perform(command, of: context.owner)
    }
}
