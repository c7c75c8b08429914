import HTTP
import PlayerCore
import Players
import Tenancy
import Web

/// The page of a listener's player, the bar for other pages, their forms and their script.
///
/// A form names the browser in the field `device`, which the script adds. Without the script, no report can say that audio has started, so
/// a form without a device can change a player but never starts an inactive player.
public struct PlayerPageRoutes: Sendable {
    private let store: PlayerStore
    private let devices: PlayerDeviceStore
    private let catalogue: any PlayerCatalogue
    private let responder: PlayerResponder
    private let shared: SharedResponder
    private let source: PlayerQueueSource
    private let script: Representation

    /// Creates the endpoints, and compresses the script once.
    ///
    /// - Parameter lastModified: the program's build time, in seconds since 1970.
    public init(database: TenantDatabase, catalogue: any PlayerCatalogue, lastModified: Int64) {
        store = PlayerStore(database: database)
        devices = PlayerDeviceStore(database: database)
        self.catalogue = catalogue
        responder = PlayerResponder(store: store, catalogue: catalogue)
        shared = SharedResponder(store: SharedSessionStore(database: database), catalogue: catalogue)
        source = PlayerQueueSource(catalogue: catalogue)
        script = Representation(
            mediaType: "text/javascript; charset=utf-8", identity: Array(PlayerScript.text.description.utf8),
            compress: true, lastModified: lastModified, fields: ["Cache-Control": "no-cache"])
    }

    public var routes: [Route] {
        [
            Route("getPlayerPage", .get, "/player", access: .account, errors: .page, endpoint: getPlayerPage),
            Route("getPlayerRadio", .get, "/player/radio", access: .account, errors: .page, endpoint: getPlayerRadio),
            Route("getPlayerBar", .get, "/player/bar", access: .account, errors: .page, endpoint: getPlayerBar),
            Route(
                "getPlayerScript", .get, PlayerScript.path, access: .everyone, errors: .page,
                endpoint: getPlayerScript),
            form("postPlayerList", "/player/play", postPlayerList),
            form("postPlayerEvent", "/player/events", postPlayerEvent),
            form("postPlayerQueue", "/player/queue", postPlayerQueue),
            form("postPlayerDevice", "/player/device", postPlayerDevice),
        ]
    }

    private func form(_ operation: String, _ path: String, _ endpoint: @escaping Route.Endpoint) -> Route {
        Route(operation, .post, path, access: .account, errors: .page, bodyLimit: 16 * 1024, endpoint: endpoint)
    }

    // MARK: - Pages

    /// Answers `getPlayerPage`: the player, its queue and its devices.
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

    /// Answers `getPlayerRadio`: the radio's channels and the newest episodes on demand, with their Play buttons.
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
        let start = max(0, queue.index - 3)
        let ids = Set((start..<min(start + SharedSection.size, queue.count)).map { queue[$0].id })
        let texts = ids.isEmpty ? [:] : try await catalogue.descriptions(of: Array(ids), of: owner)
        let current = stored == nil ? nil : try await catalogue.text(of: stored?.session ?? SharedSession(), for: owner)
        return SharedSection(
            stored: stored, member: stored?.member(of: owner), texts: texts, isBlocked: current?.isBlocked ?? false,
            name: context.caller?.login ?? "", field: context.caller?.csrfField ?? .empty)
    }

    /// Answers `getPlayerBar`: the content of the bar, empty if nothing is in the queue.
    func getPlayerBar(_ request: Request, _ context: RequestContext) async throws -> Response {
        let owner = try context.owner
        let content =
            if let stored = try await shared.current(of: owner) {
                try await bar(stored, owner, context)
            } else {
                try await bar(try await store.current(of: owner), owner, context)
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
        var bar = PlayerBar(
            text?.title ?? item.id, artist: text?.artist, path: "/player", action: "/player/events")
        bar.audio = PlayerBar.Audio(session.audio)
        bar.positionMs = session.positionMs(at: outcome.now)
        bar.durationMs = item.timing.durationMs
        bar.isLive = item.timing.isLive
        if let credit = text?.credit, let address = credit.address {
            bar.credit = """
                <a class="credit from-cloud" href="\(HTML.address(address))" rel="noreferrer" \
                title="Uploaded by \(credit.uploader)">\(credit.service)</a>
                """
        }
        bar.fault = session.lastError.map { $0.sentence }
        bar.fields = context.caller?.csrfField ?? .empty
        return bar
    }

    /// The bar of a shared session. Its marker tells the script that the listener is a member.
    private func bar(
        _ stored: StoredSharedSession, _ owner: PlayerOwner, _ context: RequestContext
    ) async throws -> PlayerBar? {
        let session = stored.session
        guard let member = stored.member(of: owner) else { return nil }
        let text = try await catalogue.text(of: session, for: owner)
        let title =
            session.player.item == nil ? "Nothing in the shared queue" : "A track that your account does not have"
        var bar = PlayerBar(
            text?.description?.title ?? title, artist: text?.description?.artist, path: "/player",
            action: "/player/shared/events")
        bar.audio = PlayerBar.Audio(session.player.audio)
        bar.positionMs = session.anchor(at: stored.now).positionMs
        bar.durationMs = session.player.item?.timing.durationMs
        if let credit = text?.description?.credit, let address = credit.address {
            bar.credit = """
                <a class="credit from-cloud" href="\(HTML.address(address))" rel="noreferrer" \
                title="Uploaded by \(credit.uploader)">\(credit.service)</a>
                """
        }
        bar.fault = text?.isBlocked == true ? "Your account cannot play this track. The others hear it." : nil
        bar.fields =
            "\(context.caller?.csrfField)<span hidden data-shared=\"\(member.id.rawValue)\"></span>"
        return bar
    }

    /// Answers `getPlayerScript`.
    func getPlayerScript(_ request: Request, _ context: RequestContext) async throws -> Response {
        Response(content: .representation(script))
    }

    // MARK: - Forms

    /// Answers `postPlayerList`: replaces the queue with a list, from the track that the form names if there is one, or with a single
    /// track. Playback starts if the form names a device, and otherwise stops.
    func postPlayerList(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (owner, fields) = (try context.owner, try request.form())
        let (name, track) = (try fields.filled("context"), try fields.filled("track"))
        guard let list = name ?? track.map({ "track:\($0)" }) else {
            throw APIError.invalid("context", "is missing: choose a list or a track to play")
        }
        if try await shared.current(of: owner) != nil {
            // A member of a shared session adds to the shared queue. The own player stays as it is.
            _ = try await shared.perform(SharedEventBody(event: "add", track: track, context: list), of: owner)
            return .seeOther("/player")
        }
        let queue = try await source.queue(context: list, index: nil, track: name == nil ? nil : track, of: owner)
        let device = try Self.device(fields)
        let command = PlayerCommand(device: device) { _ in
            let transfer = device.map { [PlayerEvent.transfer(to: $0, play: false)] } ?? []
            return transfer + [.replaceQueue(queue, positionMs: 0, play: device != nil)]
        }
        try await responder.perform(form: command, of: owner)
        return .seeOther("/player")
    }

    /// Answers `postPlayerEvent`: a tap on the player, or a setting.
    func postPlayerEvent(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (owner, fields) = (try context.owner, try request.form())
        let name = try fields("event")
        guard let press = PlayerPress(rawValue: name) else {
            let words = Phrase.choice(PlayerPress.allCases.map(\.rawValue))
            throw APIError.invalid("event", "must be \(words), found \"\(name.prefix(100))\"")
        }
        let position = press == .seek ? try fields.integer("positionMs", in: 0...PlayerPress.longest) : 0
        let device = try Self.device(fields)
        let command = PlayerCommand(device: device) { session in
            press.events(in: session, from: device, positionMs: Int64(position))
        }
        try await responder.perform(form: command, of: owner)
        return .seeOther("/player")
    }

    /// Answers `postPlayerQueue`: plays, moves or removes a track of the queue.
    ///
    /// The form of the page also names the track at the index. If the queue has another track at the index, the queue stays unchanged and
    /// the response is 409.
    func postPlayerQueue(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (owner, fields) = (try context.owner, try request.form())
        let parts = try fields("change").split(separator: " ", maxSplits: 2).map(String.init)
        guard parts.count > 1, let change = PlayerQueueChange(rawValue: parts[0]), let index = Int(parts[1]) else {
            throw APIError.invalid(
                "change",
                "must be \(Phrase.choice(PlayerQueueChange.allCases.map(\.rawValue))), then an index, found \"\(try fields("change").prefix(100))\""
            )
        }
        let device = try Self.device(fields)
        let command = PlayerCommand(device: device) { session in
            guard index >= 0, index < session.queue.count, parts.count < 3 || session.queue[index].id == parts[2] else {
                throw APIError(
                    .conflict, code: .changedMeanwhile,
                    "the queue has changed: look at the queue below and repeat your change")
            }
            return change.events(at: index, in: session, plays: device != nil)
        }
        try await responder.perform(form: command, of: owner)
        return .seeOther("/player")
    }

    /// Answers `postPlayerDevice`: makes another device the player's device; active playback continues on that device (spec P24).
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
    /// Returns the value of a field, or `nil` if the field is missing or empty.
    fileprivate func filled(_ name: String) throws(APIError) -> String? {
        try optional(name).flatMap { $0.isEmpty ? nil : $0 }
    }
}
