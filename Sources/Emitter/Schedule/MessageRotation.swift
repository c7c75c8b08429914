/// The messages that take turns in the PUSH slots (docs/decisions/0045-valid-messages-take-turns-in-the-push-slots.md).
///
/// Messages with fewer than `leastPackets` packets come first: of these, the message with the fewest packets and, among equals, the one that expires
/// first. A message ends with its validity, but not before `leastPackets` packets were sent, unless it was withdrawn.
struct MessageRotation: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// The minimum number of packets of each message, because Wi-Fi loses single multicast packets (RFC 9119).
    static let leastPackets = 3

    private struct Entry: Sendable {
        let id: Int64
        let bytes: [UInt8]
        var end: Instant
        var packets = 0
        var lastTurn = 0
        var isWithdrawn = false

        func isDue(at now: Instant) -> Bool {
            now < end || !isWithdrawn && packets < MessageRotation.leastPackets
        }
    }

    private var entries: [Entry] = []
    private var turns = 0
    /// The highest identifier of the messages read so far; `nil` before the first reading. Messages that had expired by the first reading are not
    /// sent.
    private var newest: Int64?

    /// Replaces the messages with `messages`, read now and in the order of their identifiers, and returns whether there is a new one. Messages that
    /// remain keep their counts of packets.
    mutating func show(_ messages: [AudienceMessage], at now: Instant) -> Bool {
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

    /// Returns whether a message is due.
    func hasMessage(at now: Instant) -> Bool { entries.contains { $0.isDue(at: now) } }

    /// Returns the bytes of the next message and counts it as sent; `nil` if no message is due.
    mutating func next(at now: Instant) -> [UInt8]? {
        let due = entries.indices.filter { entries[$0].isDue(at: now) }
        let underserved = due.filter { entries[$0].packets < Self.leastPackets }
        let index =
            underserved.min { one, other in
                (entries[one].packets, entries[one].end, one) < (entries[other].packets, entries[other].end, other)
            } ?? due.min { entries[$0].lastTurn < entries[$1].lastTurn }
        guard let index else { return nil }
        turns += 1
        entries[index].packets += 1
        entries[index].lastTurn = turns
        return entries[index].bytes
    }
}
