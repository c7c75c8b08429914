/// The content of one datagram: a message, or a bundle of messages (OSC 1.0).
///
/// A packet with any fault is refused as a whole, so that no part of a damaged bundle takes effect. Limits (`sizeLimit` bytes, 64 messages with those
/// of nested bundles, four levels of bundles) bound the cost of a hostile packet. The time tags of bundles are checked but not stored.
public struct OSCPacket: Sendable, Hashable {
    /// The messages in order, with those of nested bundles.
    public let messages: [OSCMessage]

    /// The maximum size of a packet in bytes.
    public static let sizeLimit = 8192
    static let messageLimit = 64
    static let depthLimit = 4

    /// Reads the messages in a datagram. Throws the first fault.
    public init(_ bytes: [UInt8]) throws(OSCError) {
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= Self.sizeLimit else { throw .tooLarge }
        guard bytes.count % 4 == 0 else { throw .notAligned }
        var messages: [OSCMessage] = []
        try Self.read(bytes[...], depth: 0, after: 0, into: &messages)
        self.messages = messages
    }

    private static func read(
        _ bytes: ArraySlice<UInt8>, depth: Int, after time: UInt64, into messages: inout [OSCMessage]
    ) throws(OSCError) {
        guard bytes.starts(with: "#bundle\0".utf8) else {
            guard messages.count < messageLimit else { throw .tooManyMessages }
            var reader = OSCReader(bytes)
            messages.append(try reader.message())
            return
        }
        guard depth < depthLimit else { throw .tooDeep }
        var reader = OSCReader(bytes.dropFirst(8))
        let own = UInt64(try reader.number()) << 32 | UInt64(try reader.number())
        // The time 1 means "immediately".
        guard own >= time || own == 1 else { throw .timeTag }
        while !reader.isAtEnd {
            let size = Int(try reader.number())
            guard size > 0, size % 4 == 0 else { throw .elementSize }
            try read(try reader.bytes(size), depth: depth + 1, after: own == 1 ? time : own, into: &messages)
        }
    }
}

/// The first fault of a refused packet.
public enum OSCError: Error, Sendable, Hashable {
    case empty, tooLarge, notAligned, tooManyMessages, tooDeep
    case truncated
    /// A string without a terminating zero, or padding that is not zero.
    case padding
    case encoding
    /// An address that does not begin with a slash, or contains a character that OSC reserves or that is not visible ASCII.
    case address
    /// A type tag string that does not begin with a comma.
    case typeTags
    /// A type other than i, f, s, b, m, T or F.
    case type(UInt8)
    case notFinite
    case excess
    /// An element whose size is zero or no multiple of four.
    case elementSize
    /// A bundle that is due before the bundle that contains it.
    case timeTag
}
