/// A message of Open Sound Control 1.0: an address such as "/cue/4/start", and arguments.
public struct OSCMessage: Sendable, Hashable {
    public let address: String
    public let arguments: [OSCArgument]

    public init(_ address: String, _ arguments: OSCArgument...) { self.init(address, arguments) }

    public init(_ address: String, _ arguments: [OSCArgument]) {
        self.address = address
        self.arguments = arguments
    }
}

/// An argument of a message. OSC 1.0 requires the types i, f, s and b; T and F for Booleans and m for MIDI are optional.
public enum OSCArgument: Sendable, Hashable {
    case int(Int32)
    case float(Float)
    case string(String)
    case blob([UInt8])
    case bool(Bool)
    /// A MIDI message: port, status byte and two data bytes.
    case midi(port: UInt8, status: UInt8, data1: UInt8, data2: UInt8)

    /// The ASCII code of the argument's type in the type tag string.
    var tag: UInt8 {
        switch self {
        case .int: UInt8(ascii: "i")
        case .float: UInt8(ascii: "f")
        case .string: UInt8(ascii: "s")
        case .blob: UInt8(ascii: "b")
        case .bool(let isTrue): UInt8(ascii: isTrue ? "T" : "F")
        case .midi: UInt8(ascii: "m")
        }
    }
}

extension OSCMessage {
    /// The encoded message. Every part is padded with zeros to a multiple of four bytes. A string is cut before its first NUL, which ends a string in
    /// OSC.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        Self.append(address, to: &bytes)
        Self.append("," + arguments.map { String(UnicodeScalar($0.tag)) }.joined(), to: &bytes)
        for argument in arguments {
            switch argument {
            case .int(let number): Self.append(UInt32(bitPattern: number), to: &bytes)
            case .float(let number): Self.append(number.bitPattern, to: &bytes)
            case .string(let text): Self.append(text, to: &bytes)
            case .blob(let content):
                Self.append(UInt32(truncatingIfNeeded: content.count), to: &bytes)
                bytes += content
                bytes += Array(repeating: 0, count: (4 - content.count % 4) % 4)
            case .bool: break
            case .midi(let port, let status, let data1, let data2): bytes += [port, status, data1, data2]
            }
        }
        return bytes
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        let text = text.utf8.prefix { $0 != 0 }
        bytes += text
        bytes += Array(repeating: 0, count: 4 - text.count % 4)
    }

    private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
        bytes += withUnsafeBytes(of: number.bigEndian, Array.init)
    }
}
