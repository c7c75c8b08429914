import HTTP
import PlayerCore
import Players
import Tenancy
import Web

/// The pages and forms of shared sessions, and their script. A form that needs a session answers 404 if the listener is in none. An invalid field
/// gets 422.
public struct SharedPageRoutes: Sendable {
    private let store: SharedSessionStore
    private let invitations: SharedInvitationStore
    private let catalogue: any PlayerCatalogue
    private let responder: SharedResponder
    private let script: Representation

    /// Creates the endpoints, and compresses the script once. `lastModified` is in seconds since 1970.
    public init(database: TenantDatabase, catalogue: any PlayerCatalogue, lastModified: Int64) {
        store = SharedSessionStore(database: database)
        self.catalogue = catalogue
        responder = SharedResponder(store: store, catalogue: catalogue)
        invitations = SharedInvitationStore(responder: responder)
        script = .script(SharedScript.text, lastModified: lastModified)
    }

    public var routes: [Route] {
        let (page, form) = (RouteGroup.playerPages, RouteGroup.playerForms)
        return [
            Route(
                "getSharedScript", .get, SharedScript.path, access: .everyone, errors: .page,
                endpoint: getSharedScript),
            page("getJoinPage", .get, "/join/{secret}", getJoinPage),
            form("postJoin", .post, "/join/{secret}", postJoin),
            form("postSharedStart", .post, "/shared/start", postSharedStart),
            form("postSharedEvent", .post, "/shared/events", postSharedEvent),
            form("postSharedMember", .post, "/shared/members", postSharedMember),
            form("postSharedQueue", .post, "/shared/queue", postSharedQueue),
            form("postSharedInvitation", .post, "/shared/invitation", postSharedInvitation),
            form("postSharedLeave", .post, "/shared/leave", postSharedLeave),
        ]
    }

    /// Answers `getSharedScript` with the script of shared sessions.
    func getSharedScript(_ request: Request, _ context: RequestContext) async throws -> Response {
        Response(content: .representation(script))
    }

    // MARK: - Joining

    /// Answers `getJoinPage`: the page of an invitation. An unknown invitation gets 404, and one that is no longer valid gets 410.
    func getJoinPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await joinPage(request, context).response(context)
    }

    private func joinPage(_ request: Request, _ context: RequestContext) async throws -> JoinPage {
        let owner = try context.owner
        let secret = try SharedInvitation.key(request.parameter("secret"))
        let stored = try await invitations.invited(secret, in: owner.tenant)
        let member = stored.member(of: owner)
        let isElsewhere = member == nil ? try await store.current(of: owner) != nil : false
        return JoinPage(
            secret: secret, stored: stored, text: try await catalogue.text(of: stored.session, for: owner),
            member: member, isElsewhere: isElsewhere, name: member?.name ?? context.caller?.login ?? "")
    }

    /// Answers `postJoin`: the listener joins, leaves any other session, and the listener's own player is paused. For a name that is invalid or in
    /// use, and for a full session, the page is shown again with the error. An unknown invitation gets 404, and one that is no longer valid gets 410.
    func postJoin(_ request: Request, _ context: RequestContext) async throws -> Response {
        let owner = try context.owner
        let secret = try SharedInvitation.key(request.parameter("secret"))
        let name = try request.form()("name")
        do {
            _ = try await invitations.join(secret, name: SharedName.checked(name, "name"), of: owner)
        } catch let error as APIError where error.status == .conflict || error.status == .unprocessableContent {
            var page = try await joinPage(request, context)
            page.name = name
            page.error = error
            return page.response(context)
        }
        return .seeOther("/player")
    }

    /// Answers `postSharedStart`: creates a session with a copy of the playable recordings in the listener's own queue, and pauses the listener's
    /// own player. A listener who is already in a session gets 409.
    func postSharedStart(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (owner, fields) = (try context.owner, try request.form())
        let word = try fields("rule")
        guard let rule = SharedRule(rawValue: word) else {
            throw APIError.invalid("rule", oneOf: SharedRule.allCases.map(\.rawValue), found: word)
        }
        _ = try await responder.create(name: SharedName.checked(fields("name"), "name"), rule: rule, of: owner)
        return .seeOther("/player")
    }

    // MARK: - Events

    /// Answers `postSharedEvent`: the event of a button of the shared player. A refused event gets 403 or 409.
    func postSharedEvent(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (owner, fields) = (try context.owner, try request.form())
        let name = try fields("event")
        let names = ["play", "pause", "next", "previous", "seek", "voteToSkip", "withdrawVote", "passTurn", "setRule"]
        guard names.contains(name) else {
            throw APIError.invalid("event", oneOf: names, found: name)
        }
        let position = name == "seek" ? try fields.integer("positionMs", in: 0...PlayerPress.longest) : 0
        let body = SharedEventBody(
            event: name, track: try fields.optional("track"), positionMs: Int64(position),
            rule: try fields.optional("rule"))
        _ = try await responder.perform(body, of: owner)
        return .seeOther("/player")
    }

    /// Answers `postSharedMember`: the owner removes a member. Other members get 403, an unknown member 404.
    func postSharedMember(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (owner, fields) = (try context.owner, try request.form())
        let text = try fields("remove")
        guard let member = Int64(text), member > 0 else {
            throw APIError.invalid("remove", "must be the ID of a member, found \"\(text.prefix(100))\"")
        }
        _ = try await responder.perform(SharedEventBody(event: "removeMember", member: member), of: owner)
        return .seeOther("/player")
    }

    /// Answers `postSharedQueue`: plays a track for all members or removes it. If the queue has another track at the index, the response is 409.
    func postSharedQueue(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (owner, fields) = (try context.owner, try request.form())
        let press = try QueueRowPress<SharedQueueChange>(fields)
        if press.item != nil {
            guard let current = try await store.current(of: owner) else { throw APIError.noSharedSession }
            guard press.fits(current.stored.session.player.queue) else {
                throw APIError(
                    .conflict, code: .changedMeanwhile,
                    "the shared queue has changed: check the queue and repeat your change")
            }
        }
        let event = press.change == .play ? "select" : "remove"
        let stored = try await responder.perform(SharedEventBody(event: event, index: Int64(press.index)), of: owner)
        if press.change == .play, !stored.session.player.audio.isActive {
            _ = try await responder.perform(SharedEventBody(event: "play"), of: owner)
        }
        return .seeOther("/player")
    }

    // MARK: - Invitations and leaving

    /// Answers `postSharedInvitation`: the page with a new link that is valid for a day, or a redirect after the owner has revoked all links. Too
    /// many valid invitations get 409, revocation by another member 403.
    func postSharedInvitation(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (owner, fields) = (try context.owner, try request.form())
        switch try fields("change") {
        case "create":
            let invitation = try await invitations.invite(minutes: SharedInvitation.usualMinutes, of: owner)
            return InvitationPage(invitation, origin: context.tenant.origin).response(context)
        case "revoke":
            try await invitations.revokeAll(of: owner)
            return .seeOther("/player")
        case let word:
            throw APIError.invalid("change", oneOf: ["create", "revoke"], found: word)
        }
    }

    /// Answers `postSharedLeave`: leaves the session, or ends it for all members, which only the owner may do; other members get 403.
    func postSharedLeave(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (owner, fields) = (try context.owner, try request.form())
        switch try fields("scope") {
        case "me": try await responder.leave(of: owner)
        case "everyone": try await responder.end(of: owner)
        case let word: throw APIError.invalid("scope", oneOf: ["me", "everyone"], found: word)
        }
        return .seeOther("/player")
    }
}

/// A change of one track of a shared queue.
private enum SharedQueueChange: String, CaseIterable {
    case play, remove
}
