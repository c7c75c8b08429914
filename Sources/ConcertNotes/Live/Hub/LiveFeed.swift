import HTTP
import Web

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the listeners of one hall are told, as a pure state machine: a reading goes in, the events that it
/// gives rise to come out; and whoever joins late is told what there is.
///
/// The `id` of an event is "{revision}.{message}": how far the listener has got in either. A listener that
/// comes back with it hears each position since, as far as they are remembered, or else the newest; and each valid message that
/// it has not had. A reading that comes after an outage tells every position of the log, so that none is missed. The first
/// reading brings the newest positions of the log for those who were connected to another server until now.
struct LiveFeed: Sendable {
    /// The row as it was last read; `nil` before the first live concert.
    private(set) var snapshot: LiveSnapshot?
    /// Those that were valid at the last reading, oldest first.
    private(set) var messages: [HallMessage] = []

    private var isRead = false
    private var newestMessage: Int64 = 0
    /// The newest revisions without a gap, the last of them the present one, or one that was the present one.
    private var recent: [LiveMove] = []

    /// How many revisions are remembered for those who come back.
    static let memory = 512

    /// The live revision; 0 before the first live concert.
    var revision: Int64 { snapshot?.revision ?? 0 }

    /// `nil` off the air.
    var position: LivePosition? { snapshot?.onAir?.position }

    /// Takes a reading and returns what is new, in the order to be sent.
    mutating func update(with reading: LiveReading, now: Instant) -> [ServerSentEvent] {
        let was = snapshot
        snapshot = reading.snapshot
        // The position may be another at the same revision: a new import prints other numbers.
        let isMoved = revision != was?.revision ?? 0 || position != was?.onAir?.position

        let (known, before) = (newestMessage, messages)
        messages = reading.messages.reversed()
        newestMessage = max(known, messages.last?.id.rawValue ?? 0)

        let log = reading.moves.filter { $0.revision > was?.revision ?? 0 && $0.revision < revision }
        // Of the first reading nobody here has missed anything yet.
        let missed = isRead ? log : []
        isRead = true
        var events = missed.map { Self.whereabouts($0, message: known) }
        if isMoved { events.append(whereabouts(message: known)) }
        if revision != was?.revision ?? 0 { remember(log) }
        // One that ran out is silently gone; one that is gone before its time was withdrawn.
        for gone in before where gone.isValid(at: now) && !messages.contains(where: { $0.id == gone.id }) {
            // With a part more, so that it is another event than the message's own.
            events.append(Self.event(gone.withdrawn(at: now), id: "\(id(known)).\(gone.id)"))
        }
        for message in messages where message.id.rawValue > known {
            events.append(Self.event(message, id: id(message.id.rawValue)))
        }
        return events
    }

    /// Whether a listener has heard of a revision that is not known here yet: it was another server that told it.
    func isBehind(_ lastEventID: String?) -> Bool { Self.parsed(lastEventID).map { $0.revision > revision } ?? false }

    /// What a stream that opens is told first.
    func backlog(after lastEventID: String?, now: Instant) -> [ServerSentEvent] {
        let seen = Self.parsed(lastEventID)
        var events: [ServerSentEvent] = []
        // Any other revision, not only a lower one: a database that was restored may be behind its listeners.
        if let seen, seen.revision < revision, let first = recent.first, first.revision <= seen.revision + 1,
            recent.last?.revision == revision
        {
            events += recent.filter { $0.revision > seen.revision && $0.revision < revision }.map {
                Self.whereabouts($0, message: seen.message)
            }
        }
        if seen?.revision != revision { events.append(whereabouts(message: seen?.message ?? 0)) }
        for message in messages where message.isValid(at: now) && message.id.rawValue > seen?.message ?? 0 {
            events.append(Self.event(message, id: id(message.id.rawValue)))
        }
        return events
    }

    private func id(_ message: Int64) -> String { "\(revision).\(message)" }

    /// Keeps what leads without a gap to the present revision.
    private mutating func remember(_ log: [LiveMove]) {
        for move in log + [LiveMove(revision: revision, position: position)] {
            if let last = recent.last, last.revision + 1 != move.revision { recent = [] }
            recent.append(move)
        }
        recent.removeFirst(max(0, recent.count - Self.memory))
    }

    /// Where the concert is, or that it is nowhere.
    private func whereabouts(message: Int64) -> ServerSentEvent {
        Self.whereabouts(LiveMove(revision: revision, position: position), message: message)
    }

    private static func whereabouts(_ move: LiveMove, message: Int64) -> ServerSentEvent {
        let id = "\(move.revision).\(message)"
        guard let position = move.position else {
            return ServerSentEvent(id: id, name: "offAir", data: "{\"revision\":\(move.revision)}")
        }
        return ServerSentEvent(id: id, name: "position", data: json(position))
    }

    private static func event(_ message: HallMessage, id: String) -> ServerSentEvent {
        ServerSentEvent(id: id, name: "message", data: json(message))
    }

    private static func json(_ view: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Strings and whole numbers always encode.
        guard let bytes = try? encoder.encode(view) else { return "{}" }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The first two numbers of an id; `nil` for anything else, which is a listener who knows nothing.
    private static func parsed(_ id: String?) -> (revision: Int64, message: Int64)? {
        guard let parts = id?.split(separator: ".", omittingEmptySubsequences: false), parts.count >= 2,
            let revision = Int64(digits: parts[0]), let message = Int64(digits: parts[1])
        else { return nil }
        return (revision, message)
    }
}
