import HTTP
import PlayerCore
import Tenancy
import Web

/// The endpoints of shared sessions (spec Decided 24). An endpoint that needs a session answers 404 if the listener is in none.
public struct SharedSessionRoutes: Sendable {
    private let store: SharedSessionStore
    private let invitations: SharedInvitationStore
    private let catalogue: any PlayerCatalogue
    private let responder: SharedResponder
    private let hub: SharedHub

    public init(database: TenantDatabase, catalogue: any PlayerCatalogue, hub: SharedHub) {
        self.init(database: database, catalogue: catalogue, hub: hub, clock: nil)
    }

    init(
        database: TenantDatabase, catalogue: any PlayerCatalogue, hub: SharedHub, clock: (@Sendable () -> Instant)?
    ) {
        store = SharedSessionStore(database: database, clock: clock)
        self.catalogue = catalogue
        self.hub = hub
        responder = SharedResponder(store: store, catalogue: catalogue)
        invitations = SharedInvitationStore(responder: responder)
    }

    static let path = PlayerRoutes.path + "/shared"

    public var routes: [Route] {
        let (path, limit) = (Self.path, PlayerRoutes.bodyLimit)
        return [
            Route("getSharedSession", .get, path, access: .account, endpoint: getSharedSession),
            Route(
                "createSharedSession", .post, path, access: .account, bodyLimit: limit, endpoint: createSharedSession),
            Route("joinSharedSession", .put, path, access: .account, bodyLimit: limit, endpoint: joinSharedSession),
            Route("leaveSharedSession", .delete, path, access: .account, endpoint: leaveSharedSession),
            Route("endSharedSession", .delete, path + "/members", access: .account, endpoint: endSharedSession),
            Route(
                "sendSharedEvent", .post, path + "/events", access: .account, bodyLimit: 1024 * 1024,
                endpoint: sendSharedEvent),
            Route(
                "getSharedQueue", .get, path + "/queue", access: .account, query: ["limit", "offset"],
                endpoint: getSharedQueue),
            Route("getSharedStream", .get, path + "/stream", access: .account, endpoint: getSharedStream),
            Route(
                "createSharedInvitation", .post, path + "/invitations", access: .account, bodyLimit: limit,
                endpoint: createSharedInvitation),
            Route(
                "revokeSharedInvitations", .delete, path + "/invitations", access: .account,
                endpoint: revokeSharedInvitations),
            Route("getPlayerClock", .get, PlayerRoutes.path + "/clock", access: .account, endpoint: getPlayerClock),
        ]
    }

    /// Answers `getSharedSession` with the session and its entity tag, with 304 if the client has this version, or with 404 if the listener is in no
    /// shared session.
    func getSharedSession(_ request: Request, _ context: RequestContext) async throws -> Response {
        let owner = try context.owner
        guard let stored = try await responder.current(of: owner) else { throw APIError.noSharedSession }
        let tag = stored.entityTag(of: owner)
        if request.has(entityTag: tag) {
            return Response(.notModified, fields: ["ETag": tag, "Cache-Control": "private, no-cache"])
        }
        return try await responder.answer(stored, to: owner)
    }

    private struct Creation: Decodable {
        let name: String
        let rule: String?
    }

    /// Answers `createSharedSession` with 201 and the new session, whose queue is a copy of the listener's own queue without blocked tracks and live
    /// streams, shortened to 1000 tracks. Without `rule`, every member may control the session. The listener's own player is paused. A listener who
    /// is already in a session gets 409, an invalid name or rule 422.
    func createSharedSession(_ request: Request, _ context: RequestContext) async throws -> Response {
        let owner = try context.owner
        let body = try request.json(as: Creation.self)
        let name = try SharedName.checked(body.name, "/name")
        let rule = try SharedEventBody.rule(body.rule ?? SharedRule.everyone.rawValue)
        let stored = try await responder.create(name: name, rule: rule, of: owner)
        return try await responder.answer(stored, to: owner, status: .created)
    }

    private struct Joining: Decodable {
        let invitation: String
        let name: String
    }

    /// Answers `joinSharedSession` with the session. The listener leaves any other session, and the listener's own player is paused. Joining the same
    /// session again changes the member's name. An unknown invitation gets 404; an invitation that is no longer valid and an ended session 410; a
    /// full session and a name in use 409; an invalid name 422.
    func joinSharedSession(_ request: Request, _ context: RequestContext) async throws -> Response {
        let owner = try context.owner
        let body = try request.json(as: Joining.self)
        let name = try SharedName.checked(body.name, "/name")
        let stored = try await invitations.join(SharedInvitation.key(body.invitation), name: name, of: owner)
        return try await responder.answer(stored, to: owner)
    }

    /// Answers `leaveSharedSession` with 204. If the owner leaves, the member who joined next becomes the owner; the session ends when its last
    /// member leaves.
    func leaveSharedSession(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await responder.leave(of: context.owner)
        return Response(.noContent)
    }

    /// Answers `endSharedSession` with 204: the owner ends the session for all members. Other members get 403.
    func endSharedSession(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await responder.end(of: context.owner)
        return Response(.noContent)
    }

    /// Answers `sendSharedEvent` with the changed session. A refused event gets 403, 404, 409 or 422, a failed `If-Match` 412, an invalid body 422.
    func sendSharedEvent(_ request: Request, _ context: RequestContext) async throws -> Response {
        let owner = try context.owner
        let body = try request.json(as: SharedEventBody.self)
        let stored = try await responder.perform(body, if: IfMatch(request), of: owner)
        return try await responder.answer(stored, to: owner)
    }

    /// Answers `getSharedQueue` with a page of the shared queue from `offset`, by default from the first track. The texts of tracks that the
    /// listener's account does not have are omitted.
    func getSharedQueue(_ request: Request, _ context: RequestContext) async throws -> Response {
        let owner = try context.owner
        let fields = try request.queryFields()
        let offset =
            try fields.optional("offset") == nil ? 0 : fields.integer("offset", in: 0...SharedSession.queueLimit)
        let limit = try fields.pageSize()
        guard let stored = try await responder.current(of: owner) else { throw APIError.noSharedSession }
        let player = stored.session.player
        let ids = Array(Set(PlayerQueueView.window(player.queue, offset, limit).map { player.queue[$0].id }))
        let texts = ids.isEmpty ? [:] : try await catalogue.descriptions(of: ids, of: owner)
        let tag = stored.entityTag(of: owner)
        return try .json(
            PlayerQueueView(player, offset: offset, limit: limit, texts),
            fields: ["Cache-Control": "private, no-cache", "ETag": tag])
    }

    /// Answers `getSharedStream` with server-sent events: first `shared` with the current session, unless the client has it, then `shared` after
    /// changes, and `left` when the membership ends.
    func getSharedStream(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let events = try await hub.events(of: context.owner) else { throw APIError.noSharedSession }
        return Response(content: .events(events, lastEventID: request.fields["Last-Event-ID"]))
    }

    private struct Invitation: Decodable { let minutes: Int64? }

    private struct InvitationView: Encodable, Sendable {
        let secret: String
        let url: String
        let expiresAt: Instant
    }

    /// Answers `createSharedInvitation` with 201 and a link, which the server cannot show again. Without `minutes`, the link is valid for one day.
    /// Less than 5 minutes or more than one week gets 422, and a session that already has 20 valid invitations 409.
    func createSharedInvitation(_ request: Request, _ context: RequestContext) async throws -> Response {
        let owner = try context.owner
        let body = request.body.isEmpty ? nil : try request.json(as: Invitation.self)
        let minutes = body?.minutes ?? Int64(SharedInvitation.usualMinutes)
        guard (5...Int64(SharedInvitation.longestMinutes)).contains(minutes) else {
            throw APIError.invalid(
                "/minutes", "must be from 5 to \(SharedInvitation.longestMinutes) minutes (one week), found \(minutes)")
        }
        let invitation = try await invitations.invite(minutes: Int(minutes), of: owner)
        return try .json(
            InvitationView(
                secret: invitation.secret.text, url: context.tenant.origin.url(invitation.path),
                expiresAt: invitation.expiresAt),
            status: .created, fields: ["Cache-Control": "no-store"])
    }

    /// Answers `revokeSharedInvitations`, which revokes all invitations to the session, with 204. Members who are not the owner get 403.
    func revokeSharedInvitations(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await invitations.revokeAll(of: context.owner)
        return Response(.noContent)
    }

    private struct ClockView: Encodable, Sendable {
        let receivedAtUs: Int64
        let sentAtUs: Int64
    }

    /// Answers `getPlayerClock` with the times at which the request arrived and the response left, in microseconds since 1970, by the clock of shared
    /// sessions.
    func getPlayerClock(_ request: Request, _ context: RequestContext) async throws -> Response {
        let begin = ContinuousClock.now
        let read = try await store.microseconds(in: context.tenant.id)
        let half = (ContinuousClock.now - begin) / 2
        // The database reads its clock between two times of this server's clock, so the time in the middle differs from the database's time by at
        // most half of their distance. The client's bound, half of its whole round trip, includes this error.
        let margin = half.components.seconds * 1_000_000 + half.components.attoseconds / 1_000_000_000_000
        return try .json(
            ClockView(receivedAtUs: read - margin, sentAtUs: read + margin), fields: ["Cache-Control": "no-store"])
    }
}
