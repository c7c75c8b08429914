/// The messages that take turns in the PUSH slots (docs/decisions/0045-messages-take-turns.md).
///
/// A message that has had fewer than `leastPackets` goes first, the one that ends soonest before the others; then each in
/// turn, the one whose last packet is the oldest. A message ends with its validity, but not before it has had
/// `leastPackets`, though it ran out before it was read here; one that is withdrawn ends at once. The clock is passed in.
struct MessageRotation: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// The packets that each message is owed: Wi-Fi loses single multicast packets (RFC 9119).
    static let leastPackets = 3

    private struct Entry: Sendable {
        let id: Int64
        let bytes: [UInt8]
        var end: Instant
        var packets = 0
        /// The turn of its last packet; rises over all messages.
        var lastTurn = 0
        var isWithdrawn = false

        func isDue(at now: Instant) -> Bool {
            now < end || !isWithdrawn && packets < MessageRotation.leastPackets
        }
    }

    private var entries: [Entry] = []
    private var turns = 0
    /// The newest message of those that were read; `nil` before the first reading, as what had run out by then was another
    /// emitter's to send.
    private var newest: Int64?

    /// Takes in the messages as they were read now.
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

    /// Whether a message wants a slot.
    func hasMessage(at now: Instant) -> Bool { entries.contains { $0.isDue(at: now) } }

    /// The message whose turn it is, as bytes; it counts as sent.
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
