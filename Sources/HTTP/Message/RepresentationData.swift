/// The bytes of one form of a representation (RFC 9110 §8.1): on the heap, or in a file.
enum RepresentationData: Sendable {
    case bytes([UInt8])
    case file(ContentFile)

    var count: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .file(let file): file.length
        }
    }

    /// A copy of the bytes. Of a file it is read, which blocks: not on an event loop. What cannot be read is missing.
    var read: [UInt8] {
        switch self {
        case .bytes(let bytes): bytes
        case .file(let file): file.read
        }
    }
}

/// A run of a representation's bytes on their way to a socket; the bytes are shared, not copied.
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
