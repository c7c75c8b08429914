/// A reader of the items of an OSC packet.
struct OSCReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var isAtEnd: Bool { rest.isEmpty }

    /// Reads a message, which must use all bytes.
    mutating func message() throws(OSCError) -> OSCMessage {
        let address = try string()
        guard address.utf8.first == UInt8(ascii: "/"), address.utf8.allSatisfy(Self.isOfAddress) else { throw .address }
        // Old senders omit the types without arguments.
        if isAtEnd { return OSCMessage(address, []) }
        let types = try string()
        guard types.utf8.first == UInt8(ascii: ",") else { throw .typeTags }
        var arguments: [OSCArgument] = []
        for type in types.utf8.dropFirst() { arguments.append(try argument(type)) }
        guard isAtEnd else { throw .excess }
        return OSCMessage(address, arguments)
    }

    private mutating func argument(_ type: UInt8) throws(OSCError) -> OSCArgument {
        switch type {
        case UInt8(ascii: "i"): return .int(Int32(bitPattern: try number()))
        case UInt8(ascii: "f"):
            let value = Float(bitPattern: try number())
            guard value.isFinite else { throw .notFinite }
            return .float(value)
        case UInt8(ascii: "s"): return .string(try string())
        case UInt8(ascii: "b"):
            let count = Int(try number())
            // Compared before any sum, because a sum of hostile counts could overflow.
            guard count <= rest.count else { throw .truncated }
            let content = Array(try bytes(count))
            guard try bytes((4 - count % 4) % 4).allSatisfy({ $0 == 0 }) else { throw .padding }
            return .blob(content)
        case UInt8(ascii: "T"): return .bool(true)
        case UInt8(ascii: "F"): return .bool(false)
        case UInt8(ascii: "m"):
            let midi = Array(try bytes(4))
            return .midi(port: midi[0], status: midi[1], data1: midi[2], data2: midi[3])
        default: throw .type(type)
        }
    }

    /// Reads a 32-bit number, most significant byte first. Throws `truncated` if fewer than four bytes are left.
    mutating func number() throws(OSCError) -> UInt32 {
        try bytes(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Reads this number of bytes. Throws `truncated` if fewer are left.
    mutating func bytes(_ count: Int) throws(OSCError) -> ArraySlice<UInt8> {
        guard count <= rest.count else { throw .truncated }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// Reads a string with its padding of one to four zeros. Throws `padding`, `truncated` or `encoding`.
    private mutating func string() throws(OSCError) -> String {
        guard let end = rest.firstIndex(of: 0) else { throw .padding }
        let length = end - rest.startIndex
        let text = try bytes(length)
        guard try bytes(4 - length % 4).allSatisfy({ $0 == 0 }) else { throw .padding }
        guard let string = String(validating: text, as: UTF8.self) else { throw .encoding }
        return string
    }

    /// Returns whether a byte is visible ASCII and not reserved by OSC 1.0.
    private static func isOfAddress(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && !"#*,?[]{}".utf8.contains(byte)
    }
}
