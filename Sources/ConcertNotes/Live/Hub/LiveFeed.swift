import HTTP
import Web

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The events for the listeners of one tenant, as a pure state machine that turns each reading of the database into the new events.
///
/// The `id` of an event is "{revision}.{message}": the newest revision and the newest message that a listener has after the event. A listener that
/// reconnects with this `id` gets all valid messages that it has missed, and all positions since then if the feed remembers them, otherwise the
/// newest position. A new listener gets the current state.
///
/// The end of a piece is derived from two consecutive positions (`LiveMove.endsPiece`), and its event precedes the event of the second. The `id` of
/// the end event has the revision of the first position and a third part, "end", so that a listener with this `id` gets the second position, and
/// not the end again.
package struct LiveFeed: Sendable {
    /// The row of `app.live` as last read; `nil` before the first reading, and while the tenant has never had a live concert.
    package private(set) var snapshot: LiveSnapshot?
    /// The messages valid at the last reading, oldest first.
    private(set) var messages: [AudienceMessage] = []

    private var isRead = false
    private var newestMessage: Int64 = 0
    /// The newest moves, oldest first and without a gap between their revisions; at most `memory`.
    private var recent: [LiveMove] = []

    /// The number of revisions remembered for listeners that reconnect.
    static let memory = 512

    /// The time before a client reconnects, so that streams resume within two seconds at another server. By default, browsers wait 3 to 5 s.
    package static let retryMilliseconds = 1500

    package init() {}

    /// The live revision; 0 while `snapshot` is `nil`.
    package var revision: Int64 { snapshot?.revision ?? 0 }

    /// The position, or `nil` off the air.
    var position: LivePosition? { snapshot?.onAir?.position }

    /// Stores a reading and returns the events that are new since the last reading, in sending order.
    package mutating func update(with reading: LiveReading, now: Instant) -> [ServerSentEvent] {
        let (was, earlier) = (snapshot, newest)
        snapshot = reading.snapshot
        // The position may differ at the same revision, if a new import has other printed numbers.
        let isMoved = revision != was?.revision ?? 0 || position != was?.onAir?.position

        let (known, before) = (newestMessage, messages)
        messages = reading.messages.reversed()
        newestMessage = max(known, messages.last?.id.rawValue ?? 0)

        let log = reading.moves.filter { $0.revision > was?.revision ?? 0 && $0.revision < revision }
        // Before the first reading there are no listeners.
        let missed = isRead ? log : []
        var events = Self.events(of: missed + (isMoved ? [newest] : []), after: isRead ? earlier : nil, message: known)
        isRead = true
        if revision != was?.revision ?? 0 { remember(log) }
        // An expired message gets no event. A message that is missing before its end was withdrawn.
        for gone in before where gone.isValid(at: now) && !messages.contains(where: { $0.id == gone.id }) {
            events.append(Self.event(gone.withdrawn(at: now), id: "\(id(known)).\(gone.id)"))
        }
        for message in messages where message.id.rawValue > known {
            events.append(Self.event(message, id: id(message.id.rawValue)))
        }
        return events
    }

    /// Returns whether a listener has newer events, from another server, than this feed. `false` for a missing or invalid `id`.
    package func isBehind(_ lastEventID: String?) -> Bool {
        Self.parsed(lastEventID).map { $0.revision > revision || $0.revision == revision && $0.hasEnd } ?? false
    }

    /// Returns the last snapshot if the database has lost the revision of this snapshot: the reading has a lower revision, or the same revision for
    /// another move. Otherwise returns `nil`.
    package func lostSnapshot(in reading: LiveReading) -> LiveSnapshot? {
        guard let snapshot, let found = reading.snapshot, found.revision <= snapshot.revision else { return nil }
        guard found.revision == snapshot.revision else { return snapshot }
        guard found.onAir?.concert == snapshot.onAir?.concert else { return snapshot }
        guard let position = found.onAir?.position, let known = snapshot.onAir?.position else { return nil }
        let isSame = (position.piece, position.measure, position.state) == (known.piece, known.measure, known.state)
        return isSame || position.at == known.at ? nil : snapshot
    }

    /// Returns the first events of a new stream: those after this `id`, or the current state for a missing or invalid `id`.
    package func backlog(after lastEventID: String?, now: Instant) -> [ServerSentEvent] {
        let seen = Self.parsed(lastEventID)
        var missed: [LiveMove] = []
        if let seen, seen.revision < revision, let first = recent.first, first.revision <= seen.revision + 1,
            recent.last?.revision == revision
        {
            missed = recent.filter { $0.revision > seen.revision && $0.revision < revision }
        }
        // The listener's revision may also be higher, as after the restore of a database.
        if seen?.revision != revision { missed.append(newest) }
        var events = Self.events(
            of: missed, after: seen.flatMap { move(at: $0.revision) }, message: seen?.message ?? 0)
        if seen?.hasEnd == true, events.first?.name == Self.endOfPiece { events.removeFirst() }
        for message in messages where message.isValid(at: now) && message.id.rawValue > seen?.message ?? 0 {
            events.append(Self.event(message, id: id(message.id.rawValue)))
        }
        return events
    }

    /// Returns a remembered move, or `nil` if the feed does not remember the revision. O(1).
    func move(at revision: Int64) -> LiveMove? {
        guard let first = recent.first?.revision, revision >= first, revision - first < recent.count else { return nil }
        return recent[Int(revision - first)]
    }

    /// The `id` of a listener that has the current revision and all messages.
    var id: String { id(newestMessage) }

    private func id(_ message: Int64) -> String { "\(revision).\(message)" }

    private var newest: LiveMove {
        LiveMove(
            revision: revision, concert: snapshot?.onAir?.concert, position: position,
            pieceOrder: snapshot?.onAir?.pieceOrder)
    }

    private mutating func remember(_ log: [LiveMove]) {
        for move in log + [newest] {
            if let last = recent.last, last.revision + 1 != move.revision { recent = [] }
            recent.append(move)
        }
        recent.removeFirst(max(0, recent.count - Self.memory))
    }

    /// Returns the position events of moves. If a move ends a piece, the event for the end precedes its position event. `earlier` is the move before
    /// the first one; `nil` if unknown.
    private static func events(of moves: [LiveMove], after earlier: LiveMove?, message: Int64) -> [ServerSentEvent] {
        var (events, earlier): ([ServerSentEvent], LiveMove?) = ([], earlier)
        for move in moves {
            if let earlier, let ended = earlier.position, move.endsPiece(after: earlier) {
                let end = PieceEnd(measure: ended.measure, piece: ended.piece, revision: move.revision)
                events.append(
                    ServerSentEvent(
                        id: "\(earlier.revision).\(message).\(endMark)", name: endOfPiece, data: json(end)))
            }
            events.append(positionEvent(move, message: message))
            earlier = move
        }
        return events
    }

    private static let endOfPiece = "endOfPiece"
    /// The third part of the `id` of the event for the end of a piece.
    private static let endMark = "end"

    /// The end of a piece: its last measure on the air, and the revision that ended it.
    private struct PieceEnd: Encodable {
        let measure: Int
        let piece: String
        let revision: Int64
    }

    private static func positionEvent(_ move: LiveMove, message: Int64) -> ServerSentEvent {
        let id = "\(move.revision).\(message)"
        guard let position = move.position else {
            return ServerSentEvent(id: id, name: "offAir", data: "{\"revision\":\(move.revision)}")
        }
        return ServerSentEvent(id: id, name: "position", data: json(position))
    }

    private static func event(_ message: AudienceMessage, id: String) -> ServerSentEvent {
        ServerSentEvent(id: id, name: "message", data: json(message))
    }

    private static func json(_ view: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Strings and whole numbers always encode.
        guard let bytes = try? encoder.encode(view) else { return "{}" }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the first two numbers of an id, and whether the id belongs to the end of a piece; `nil` for any other text.
    private static func parsed(_ id: String?) -> (revision: Int64, message: Int64, hasEnd: Bool)? {
        guard let parts = id?.split(separator: ".", omittingEmptySubsequences: false), parts.count >= 2,
            let revision = Int64(digits: parts[0]), let message = Int64(digits: parts[1])
        else { return nil }
        return (revision, message, parts.last ?? "" == endMark)
    }
}
