import HTTP
import PlayerCore
import Players
import Tenancy
import Web

/// The pages of a listener's player and of the radio, the bar for other pages, their forms and their script. Forms redirect to the player's page.
///
/// A form names the browser in the field `device`, which the script adds. Without the script, no report can say that audio has started, so a form
/// without a device never starts an inactive player.
public struct PlayerPageRoutes: Sendable {
    private let store: PlayerStore
    private let devices: PlayerDeviceStore
    private let catalogue: any PlayerCatalogue
    private let responder: PlayerResponder
    private let shared: SharedResponder
    private let source: PlayerQueueSource
    private let script: Representation

    /// Creates the endpoints, and compresses the script once. `lastModified` is in seconds since 1970.
    public init(database: TenantDatabase, catalogue: any PlayerCatalogue, lastModified: Int64) {
        store = PlayerStore(database: database)
        devices = PlayerDeviceStore(database: database)
        self.catalogue = catalogue
        responder = PlayerResponder(store: store, catalogue: catalogue)
        shared = SharedResponder(store: SharedSessionStore(database: database), catalogue: catalogue)
        source = PlayerQueueSource(catalogue: catalogue)
        script = .script(PlayerScript.text, lastModified: lastModified)
    }

    public var routes: [Route] {
        let (page, form) = (RouteGroup.playerPages, RouteGroup.playerForms)
        return [
            page("getPlayerPage", .get, "", getPlayerPage),
            page("getPlayerRadio", .get, "/radio", getPlayerRadio),
            page("getPlayerBar", .get, "/bar", getPlayerBar),
            Route(
                "getPlayerScript", .get, PlayerScript.path, access: .everyone, errors: .page,
                endpoint: getPlayerScript),
            form("postPlayerList", .post, "/play", postPlayerList),
            form("postPlayerEvent", .post, "/events", postPlayerEvent),
            form("postPlayerQueue", .post, "/queue", postPlayerQueue),
            form("postPlayerNextTrack", .post, "/queue/next") { try await add(at: .next, $0, $1) },
            form("postPlayerLastTrack", .post, "/queue/last") { try await add(at: .last, $0, $1) },
            form("postPlayerDevice", .post, "/device", postPlayerDevice),
        ]
    }

    // MARK: - Pages

    /// Answers `getPlayerPage` with the player, the queue and the devices. An invalid `offset` gets 422.
    func getPlayerPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let owner = try context.owner
        let fields = try request.queryFields()
        let offset = try fields.optional("offset") == nil ? nil : fields.integer("offset", in: 0...PlayerQueue.limit)
        let outcome = try await store.current(of: owner)
        let list = PlayerQueueList(outcome.session.queue, from: offset)
        let ids = Set(list.ids + (outcome.session.item.map { [$0.id] } ?? []))
        let texts = ids.isEmpty ? [:] : try await catalogue.descriptions(of: Array(ids), of: owner)
        let page = PlayerPage(
            session: outcome.session, now: outcome.now, list: list, texts: texts,
            devices: try await devices.devices(of: owner), shared: try await section(owner, context), context: context)
        return page.response()
    }

    /// Answers `getPlayerRadio`: the radio's channels and the newest episodes on demand.
    func getPlayerRadio(_ request: Request, _ context: RequestContext) async throws -> Response {
        let owner = try context.owner
        let channels = try await catalogue.list(named: RadioPage.channels, of: owner)?.items ?? []
        let episodes = try await catalogue.list(named: RadioPage.episodes, of: owner)?.items ?? []
        let ids = (channels + episodes).map(\.id)
        let texts = ids.isEmpty ? [:] : try await catalogue.descriptions(of: ids, of: owner)
        return RadioPage(channels: channels, episodes: episodes, texts: texts, context: context).response()
    }

    /// Returns the part of the page about listening together.
    private func section(_ owner: PlayerOwner, _ context: RequestContext) async throws -> SharedSection {
        let stored = try await shared.current(of: owner)
        let queue = stored?.session.player.queue ?? PlayerQueue()
        let ids = Set(QueueRow.page(of: queue).map { queue[$0].id })
        let texts = ids.isEmpty ? [:] : try await catalogue.descriptions(of: Array(ids), of: owner)
        let current = stored == nil ? nil : try await catalogue.text(of: stored?.session ?? SharedSession(), for: owner)
        return SharedSection(
            stored: stored, member: stored?.member(of: owner), texts: texts, isBlocked: current?.isBlocked ?? false,
            name: context.caller?.login ?? "", field: context.caller?.csrfField ?? .empty)
    }

    /// Answers `getPlayerBar`: the content of the bar; empty if the listener's own queue is empty and the listener is in no shared session.
    func getPlayerBar(_ request: Request, _ context: RequestContext) async throws -> Response {
        let owner = try context.owner
        let content =
            if let stored = try await shared.current(of: owner) {
                try await bar(stored, owner, context)
            } else {
                try await bar(try await store.current(of: owner, reading: .excerpt), owner, context)
            }
        return .bytes(
            Array((content?.html ?? .empty).text.utf8), mediaType: "text/html; charset=utf-8",
            fields: ["Cache-Control": "no-store"])
    }

    private func bar(
        _ outcome: PlayerOutcome, _ owner: PlayerOwner, _ context: RequestContext
    ) async throws -> PlayerBar? {
        let session = outcome.session
        guard let item = session.item else { return nil }
        let text = try await catalogue.descriptions(of: [item.id], of: owner)[item.id]
        var bar = Self.bar(
            text?.title ?? item.id, text, session, session.positionMs(at: outcome.now), action: "/player/events")
        bar.isLive = item.timing.isLive
        bar.fault = session.lastError.map { $0.sentence }
        bar.fields = context.caller?.csrfField ?? .empty
        return bar
    }

    /// Returns the bar of a shared session; `nil` if the listener is not a member.
    private func bar(
        _ stored: StoredSharedSession, _ owner: PlayerOwner, _ context: RequestContext
    ) async throws -> PlayerBar? {
        let session = stored.session
        guard let member = stored.member(of: owner) else { return nil }
        let text = try await catalogue.text(of: session, for: owner)
        let title =
            session.player.item == nil ? "The shared queue is empty" : "Track not available in your account"
        var bar = Self.bar(
            text?.description?.title ?? title, text?.description, session.player,
            session.anchor(at: stored.now).positionMs, action: "/player/shared/events")
        bar.fault =
            text?.isBlocked == true ? "Your account cannot play this track. The other members hear this track." : nil
        bar.fields =
            "\(context.caller?.csrfField)<span hidden data-shared=\"\(member.id.rawValue)\"></span>"
        return bar
    }

    private static func bar(
        _ title: String, _ text: PlayerItemDescription?, _ session: PlayerSession, _ positionMs: Int64,
        action: LocalPath
    ) -> PlayerBar {
        var bar = PlayerBar(title, artist: text?.artist, path: "/player", action: action)
        bar.audio = PlayerBar.Audio(session.audio)
        bar.artwork = text?.picture?.small
        bar.positionMs = positionMs
        bar.durationMs = session.item?.timing.durationMs
        bar.credit = text?.credit?.barLink ?? .empty
        return bar
    }

    /// Answers `getPlayerScript` with the script of the player.
    func getPlayerScript(_ request: Request, _ context: RequestContext) async throws -> Response {
        Response(content: .representation(script))
    }

    // MARK: - Forms

    /// Answers `postPlayerList`: replaces the queue with a list or a single track. Playback starts on the device that the form names; without a
    /// device, playback ends. For a member of a shared session, the tracks are added to the shared queue instead. An unknown list gets 404, and a
    /// track outside the list 422.
    func postPlayerList(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (owner, fields) = (try context.owner, try request.form())
        let (name, track) = (try fields.filled("context"), try fields.filled("track"))
        guard let list = name ?? track.map({ "track:\($0)" }) else {
            throw APIError.invalid("context", "is missing: choose a list or a track to play")
        }
        if try await shared.current(of: owner) != nil {
            _ = try await shared.perform(SharedEventBody(event: "add", track: track, context: list), of: owner)
            return .seeOther("/player")
        }
        let queue = try await source.queue(context: list, index: nil, track: name == nil ? nil : track, of: owner)
        let device = try Self.device(fields)
        let command = PlayerCommand(device: device, reads: .whole) { _ in
            let transfer = device.map { [PlayerEvent.transfer(to: $0, play: false)] } ?? []
            return transfer + [.replaceQueue(queue, positionMs: 0, play: device != nil)]
        }
        try await responder.perform(form: command, of: owner)
        return .seeOther("/player")
    }

    /// Answers `postPlayerEvent`: a tap on the player or a setting. A refused event gets 409, an invalid field 422.
    func postPlayerEvent(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (owner, fields) = (try context.owner, try request.form())
        let name = try fields("event")
        guard let press = PlayerPress(rawValue: name) else {
            throw APIError.invalid("event", oneOf: PlayerPress.allCases.map(\.rawValue), found: name)
        }
        let position = press == .seek ? try fields.integer("positionMs", in: 0...PlayerPress.longest) : 0
        let device = try Self.device(fields)
        let command = PlayerCommand(device: device) { session in
            press.events(in: session, from: device, positionMs: Int64(position))
        }
        try await responder.perform(form: command, of: owner)
        return .seeOther("/player")
    }

    /// Answers `postPlayerQueue`: plays, moves or removes a track of the queue. If the track is no longer at the index, the response is 409.
    func postPlayerQueue(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (owner, fields) = (try context.owner, try request.form())
        let press = try QueueRowPress<PlayerQueueChange>(fields)
        let device = try Self.device(fields)
        let command = PlayerCommand(device: device, reads: .whole) { session in
            guard press.fits(session.queue) else {
                throw APIError(
                    .conflict, code: .changedMeanwhile,
                    "the queue has changed: check the queue below and repeat your change")
            }
            return press.change.events(at: press.index, in: session, plays: device != nil)
        }
        try await responder.perform(form: command, of: owner)
        return .seeOther("/player")
    }

    /// Answers `postPlayerNextTrack` and `postPlayerLastTrack`: adds a track after the current track or at the end of the queue, or to the shared
    /// queue for a member of a shared session. A full queue gets 409, an unknown track 422.
    private func add(
        at point: PlayerQueue.InsertionPoint, _ request: Request, _ context: RequestContext
    ) async throws -> Response {
        let (owner, fields) = (try context.owner, try request.form())
        let track = try fields("track")
        if try await shared.current(of: owner) != nil {
            _ = try await shared.perform(SharedEventBody(event: "add", tracks: [track], at: point.rawValue), of: owner)
            return .seeOther("/player")
        }
        guard let item = try await catalogue.items([track], of: owner)[track] else {
            throw APIError.invalid(
                "track", "must be a track that this server knows: reload the page, then add the track again")
        }
        let command = PlayerCommand(device: try Self.device(fields), reads: .whole) { _ in
            [.insert([item], at: point)]
        }
        try await responder.perform(form: command, of: owner)
        return .seeOther("/player")
    }

    /// Answers `postPlayerDevice`: makes the device in the field `to` the player's device, on which active playback continues (spec P24).
    func postPlayerDevice(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (owner, fields) = (try context.owner, try request.form())
        let target = try PlayerDevice.checked(try fields("to"), "to")
        let command = PlayerCommand(device: try Self.device(fields)) { _ in [.transfer(to: target, play: nil)] }
        try await responder.perform(form: command, of: owner)
        return .seeOther("/player")
    }

    private static func device(_ fields: FormFields) throws -> PlayerDeviceID? {
        try fields.filled("device").map { try PlayerDevice.checked($0, "device") }
    }
}

extension FormFields {
    /// Returns the value of a field; `nil` if it is missing or empty.
    fileprivate func filled(_ name: String) throws(APIError) -> String? {
        try optional(name).flatMap { $0.isEmpty ? nil : $0 }
    }
}
