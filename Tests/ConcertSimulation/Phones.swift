import HTTP
import Web

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A phone of 2013: it shows the newest packet, by its count (spec N19).
struct PacketPhone {
    private(set) var count: Int32 = 0
    /// The number of the place in the newest packet; `nil` before the first packet.
    private(set) var place: Int?
    var cutUntil: Int64 = 0

    /// Takes a packet. Returns `false` if the count is not higher than the last one.
    mutating func receive(_ packet: ReceivedPacket, acceptsAnyCount: Bool) -> Bool {
        guard packet.count > count || acceptsAnyCount else { return false }
        (count, place) = (packet.count, packet.place)
        return true
    }
}

/// A datagram as a phone reads it.
struct ReceivedPacket {
    /// The number of the place, such as "Composer, Piece: Movement 1; 35".
    let place: Int
    let count: Int32

    /// Reads `{name}; {measure} : {count}`; `nil` for other datagrams.
    init?(_ datagram: [UInt8], numberOfPlace: (String) -> Int) {
        guard let mark = datagram.lastIndex(of: UInt8(ascii: ":")), mark > 0, mark + 2 < datagram.count,
            let count = Int32(String(decoding: datagram[(mark + 2)...], as: UTF8.self))
        else { return nil }
        place = numberOfPlace(String(decoding: datagram[..<(mark - 1)], as: UTF8.self))
        self.count = count
    }
}

/// A phone with the audience's page, which follows an event stream and takes positions as `Reading` of Audience.js does; or a page of an operator.
struct StreamPhone {
    /// Whether this is a page of an operator, which reads the position from its server after each event of another revision than its own.
    var isOperator = false
    /// The server of the open stream.
    var server: Int?
    var lastEventID: String?
    private(set) var revision: Int64 = 0
    /// The number of the place of the revision; `nil` before the first position.
    private(set) var place: Int?
    private(set) var at = Instant(milliseconds: 0)
    var cutUntil: Int64 = 0
    /// A number for each connection, so that events of an old connection are dropped.
    var connection = 0
    /// The time of the last event, because a stream keeps the order of its events.
    var deliveredUntil: Int64 = 0

    mutating func receive(_ event: ReceivedEvent) {
        if !event.id.isEmpty { lastEventID = event.id }
        guard let revision = event.revision, let at = event.at,
            isOperator ? revision != self.revision : revision > self.revision || at > self.at
        else { return }
        (self.revision, place, self.at) = (revision, event.place, at)
    }
}

/// An event as the page reads it.
struct ReceivedEvent {
    let id: String
    /// The revision of a position; `nil` for other events.
    let revision: Int64?
    /// The number of the place of the revision.
    let place: Int?
    let at: Instant?

    private struct Body: Decodable {
        let piece: String
        let measure: Int
        let revision: Int64
        let at: Instant
    }

    init(_ event: ServerSentEvent, numberOfPlace: (String) -> Int) {
        id = event.id
        let body = event.name == "position" ? try? JSONDecoder().decode(Body.self, from: Data(event.data.utf8)) : nil
        (revision, at) = (body?.revision, body?.at)
        place = body.map { numberOfPlace("\($0.piece); \($0.measure)") }
    }
}
