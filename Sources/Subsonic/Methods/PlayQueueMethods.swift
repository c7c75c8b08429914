import MusicLibrary
import PlayerCore
import SoundCloud
import Web

extension SubsonicRoutes {
    /// Returns the queue of the player with its current track and the position in milliseconds; an empty response if no track of the queue is stored.
    func getPlayQueue(_ call: Call) async throws -> Reply {
        try await queue(call, "playQueue") { songs, index in
            index.map { ("current", ItemID.track(songs[$0].urn).value) }
        }
    }

    /// Returns the same as `getPlayQueue(_:)` with the index of the current track among the returned tracks (extension indexBasedQueue).
    func getPlayQueueByIndex(_ call: Call) async throws -> Reply {
        try await queue(call, "playQueueByIndex") { _, index in index.map { ("currentIndex", .number(Int64($0))) } }
    }

    private func queue(
        _ call: Call, _ name: String, current: ([Song], Int?) -> (String, Element.Value?)?
    ) async throws -> Reply {
        let player = try await players.session(of: call.listener)
        let shown = try await entries(player.session, of: call.listener)
        guard !shown.songs.isEmpty else { return .done }
        // Apps compare `changedBy` with their own names, so the app that last saved a queue is named only if nothing has changed the player since.
        let saved = try await savedQueues.last(of: call.listener).flatMap { saved in
            saved.revision == Int64(player.session.revision) ? saved : nil
        }
        let changedAt = saved?.savedAt ?? player.changedAt ?? .now
        return .one(
            name,
            Element(
                [
                    current(shown.songs, shown.index) ?? ("current", nil),
                    ("position", .number(shown.index == nil ? 0 : player.session.positionMs(at: player.now))),
                    ("username", .text(call.client.login)), ("changed", .text(changedAt.description)),
                    ("changedBy", .text(saved?.client ?? player.session.device ?? "player")),
                ], [.many("entry", shown.songs.map(\.element))]))
    }

    /// Returns the stored tracks of the queue in the order of play, and the index of the current track among them; `nil` if the current track is not
    /// stored.
    func entries(_ session: PlayerSession, of listener: Listener) async throws -> (songs: [Song], index: Int?) {
        let urns = session.queue.itemsInOrder.map { CloudURN($0.id, of: .track) }
        let keys = try await songs.keys(Array(Set(urns.compactMap { $0 })), in: listener.tenant)
        let found = try await songs.songs(Array(Set(keys.values)), of: listener)
        let byURN = Dictionary(found.map { ($0.urn, $0) }, uniquingKeysWith: { first, _ in first })
        var (list, index): ([Song], Int?) = ([], nil)
        for (place, urn) in urns.enumerated() {
            guard let urn, let song = byURN[urn] else { continue }
            if place == session.queue.index { index = list.count }
            list.append(song)
        }
        return (list, index)
    }

    /// Replaces the queue of the player, or clears it if the call lists no tracks. `current` is the current track, by default the first one.
    /// `position`, by default 0, is in milliseconds; a value outside 0 to `longest` is replaced by the nearest limit. Throws error 0 for other
    /// invalid parameters, error 70 for an unknown track, and error 50 if another device plays and would be interrupted.
    func savePlayQueue(_ call: Call) async throws -> Reply {
        let ids = try Self.ids(call.parameters.all("id"))
        var index = 0
        if let current = call.parameters.text("current"), !current.isEmpty {
            guard let id = try Self.ids([current]).first, let place = ids.firstIndex(of: id) else {
                throw SubsonicError.invalid(
                    "current", "must be one of the tracks in id, found \"\(current.prefix(100))\"")
            }
            index = place
        }
        return try await save(ids, index, call)
    }

    /// Replaces the queue like `savePlayQueue(_:)`, with the current track by index (extension indexBasedQueue). Throws error 10 unless the index is
    /// among the tracks.
    func savePlayQueueByIndex(_ call: Call) async throws -> Reply {
        let ids = try Self.ids(call.parameters.all("id"))
        let text = call.parameters.text("currentIndex") ?? ""
        if ids.isEmpty {
            guard text.isEmpty else {
                throw SubsonicError(
                    .missing,
                    "the parameter currentIndex requires tracks in the parameter id: send tracks, or omit both to clear the queue"
                )
            }
            return try await save(ids, 0, call)
        }
        guard let index = Int(text), ids.indices.contains(index) else {
            throw SubsonicError(
                .missing,
                "the parameter currentIndex must be a whole number from 0 to \(ids.count - 1), found \"\(text.prefix(100))\""
            )
        }
        return try await save(ids, index, call)
    }

    private func save(_ ids: [String], _ index: Int, _ call: Call) async throws -> Reply {
        let position = Int64(try call.parameters.number("position", 0, in: 0...Self.longest))
        let items = try await items(ids, of: call.listener)
        let app = call.device
        try await players.perform(as: nil, of: call.listener, countsListens: true) { session in
            var script = PlayerScript(session, device: app)
            try script.save(items, index: index, positionMs: position, from: app)
            return script.events
        }
        let revision = try await players.session(of: call.listener).session.revision
        try await savedQueues.record(call.program, revision: revision, of: call.listener)
        return .done
    }

    /// The maximum position in milliseconds: 30 days.
    static let longest = 30 * 86_400_000

    /// Returns the URNs of the tracks and podcast episodes with these identifiers, in order, even if they are not stored. Throws error 70 for an
    /// identifier that is invalid or of another kind.
    static func ids(_ texts: [String]) throws(SubsonicError) -> [String] {
        var ids: [String] = []
        for text in texts {
            switch ItemID(text) {
            case .track(let urn), .episode(let urn): ids.append(urn.description)
            default: throw .notFound
            }
        }
        return ids
    }

    /// Returns the items of the tracks with these URNs, in order. Throws error 70 for an unknown track.
    func items(_ ids: [String], of listener: Listener) async throws -> [PlayerItem] {
        guard !ids.isEmpty else { return [] }
        let known = try await players.items(Array(Set(ids)), of: listener)
        return try ids.map { id throws(SubsonicError) in
            guard let item = known[id] else { throw .notFound }
            return item
        }
    }
}
