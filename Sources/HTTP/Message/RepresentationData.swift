/// The bytes of one form of a representation (RFC 9110 §8.1), in memory or in a file.
enum RepresentationData: Sendable {
    case bytes([UInt8])
    case file(ContentFile)

    var count: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .file(let file): file.length
        }
    }

    /// A copy of the bytes, shorter than `count` if reading a file fails. May read a file, so do not use this property on an event loop.
    var read: [UInt8] {
        switch self {
        case .bytes(let bytes): bytes
        case .file(let file): file.read
        }
    }
}

/// A range of a representation's bytes to send. The bytes are shared, not copied.
struct ContentSlice: Sendable {
    let data: RepresentationData
    var range: Range<Int>

    init(_ data: RepresentationData, _ range: Range<Int>) {
        self.data = data
        self.range = range
    }

    init(_ bytes: [UInt8]) {
        self.init(.bytes(bytes), 0..<bytes.count)
    }
}
