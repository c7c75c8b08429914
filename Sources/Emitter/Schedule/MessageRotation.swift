/// The messages that take turns in the PUSH slots (docs/decisions/0045-messages-take-turns.md). The clock is passed in.
///
/// Messages with fewer than `leastPackets` packets come first, ordered by their end. Then messages take turns. A message ends
/// with its validity, but not before it has had `leastPackets` packets. A withdrawn message ends immediately.
struct MessageRotation: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// The smallest number of packets of each message, because Wi-Fi loses single multicast packets (RFC 9119).
    static let leastPackets = 3

    private struct Entry: Sendable {
        let id: Int64
        let bytes: [UInt8]
        var end: Instant
        var packets = 0
        /// The turn of the last packet, counted over all messages.
        var lastTurn = 0
        var isWithdrawn = false

        func isDue(at now: Instant) -> Bool {
            now < end || !isWithdrawn && packets < MessageRotation.leastPackets
        }
    }

    private var entries: [Entry] = []
    private var turns = 0
    /// The newest message read so far; `nil` before the first reading. Messages that had expired by then were another emitter's.
    private var newest: Int64?

    /// Updates the messages with those read now.
    ///
    /// - Returns: whether one of them is new.
    mutating func show(_ messages: [HallMessage], at now: Instant) -> Bool {
        let known = entries
        entries = []
        var hasNew = false
        for message in messages {
            if var entry = known.first(where: { $0.id == message.id }) {
                entry.isWithdrawn = message.isWithdrawn
                entry.end = now + message.validity
                entries.append(entry)
            } else if message.validity > .zero || newest.map({ message.id > $0 }) == true && !message.isWithdrawn {
                hasNew = true
                entries.append(Entry(id: message.id, bytes: message.packet.bytes, end: now + message.validity))
            }
        }
        newest = max(newest ?? 0, messages.last?.id ?? 0)
        return hasNew
    }

    /// Whether a message is due.
    func hasMessage(at now: Instant) -> Bool { entries.contains { $0.isDue(at: now) } }

    /// The bytes of the next message, which then counts as sent.
    mutating func next(at now: Instant) -> [UInt8]? {
        let due = entries.indices.filter { entries[$0].isDue(at: now) }
        let owed = due.filter { entries[$0].packets < Self.leastPackets }
        let index =
            owed.min { one, other in
                (entries[one].packets, entries[one].end, one) < (entries[other].packets, entries[other].end, other)
            } ?? due.min { entries[$0].lastTurn < entries[$1].lastTurn }
        guard let index else { return nil }
        turns += 1
        entries[index].packets += 1
        entries[index].lastTurn = turns
        return entries[index].bytes
    }
}
