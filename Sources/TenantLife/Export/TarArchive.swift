/// Where an archive goes: bytes at its end, and now and then bytes in place of some that are there.
protocol ArchiveSink: Sendable {
    /// Puts bytes at the end.
    func append(_ bytes: [UInt8]) async throws
    /// Replaces bytes that are there already.
    func replace(at offset: Int, with bytes: [UInt8]) async throws
}

/// A tape archive in the form `ustar` (POSIX.1-2017, pax, "ustar Interchange Format"), which every system unpacks.
///
/// A member's size stands in front of it and is not known before it was read to its end, so the head is written twice:
/// with no size, and over that with the size. Nothing is held but the bytes of the moment.
struct TarArchive {
    /// Seconds since 1970, of every member.
    let modified: Int64
    private let sink: any ArchiveSink
    private var length = 0
    private var head = 0
    private var name = ""

    private static let block = 512
    /// Eleven octal digits.
    static let sizeLimit = 1 << 33 - 1

    init(to sink: any ArchiveSink, modified: Int64) {
        self.sink = sink
        self.modified = modified
    }

    /// Begins a member. Names are ASCII of at most 100 bytes.
    mutating func begin(_ name: String) async throws {
        self.name = name
        head = length
        try await write(Self.head(name, size: 0, modified: modified))
    }

    /// Adds bytes to the member.
    mutating func add(_ bytes: [UInt8]) async throws {
        try await write(bytes)
    }

    /// Ends the member.
    mutating func end() async throws {
        let size = length - head - Self.block
        guard size <= Self.sizeLimit else { throw TarError.memberTooLarge(name) }
        try await write([UInt8](repeating: 0, count: (Self.block - size % Self.block) % Self.block))
        try await sink.replace(at: head, with: Self.head(name, size: size, modified: modified))
    }

    /// Ends the archive: two empty blocks.
    mutating func close() async throws {
        try await write([UInt8](repeating: 0, count: 2 * Self.block))
    }

    private mutating func write(_ bytes: [UInt8]) async throws {
        guard !bytes.isEmpty else { return }
        try await sink.append(bytes)
        length += bytes.count
    }

    /// The 512 bytes in front of a member.
    static func head(_ name: String, size: Int, modified: Int64) -> [UInt8] {
        precondition(name.utf8.count <= 100 && !name.isEmpty)
        var head = [UInt8](repeating: 0, count: block)
        func put(_ text: String, at offset: Int) {
            head.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8)
        }
        func octal(_ value: Int, _ digits: Int) -> String {
            let text = String(value, radix: 8)
            return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
        }
        put(name, at: 0)
        put(octal(0o600, 7), at: 100)
        put(octal(0, 7), at: 108)
        put(octal(0, 7), at: 116)
        put(octal(size, 11), at: 124)
        put(octal(Int(modified), 11), at: 136)
        // The checksum is of the head with spaces in its own place.
        put("        ", at: 148)
        put("0", at: 156)
        put("ustar", at: 257)
        put("00", at: 263)
        let sum = head.reduce(0) { $0 + Int($1) }
        put(octal(sum, 6), at: 148)
        head[154] = 0
        return head
    }
}

/// Why an archive cannot be written.
enum TarError: Error, Sendable, Hashable {
    /// The form has no room for its size.
    case memberTooLarge(String)
}
