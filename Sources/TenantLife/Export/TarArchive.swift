import Tar

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

    init(to sink: any ArchiveSink, modified: Int64) {
        self.sink = sink
        self.modified = modified
    }

    /// Begins a member. Names are ASCII of at most 100 bytes.
    mutating func begin(_ name: String) async throws {
        self.name = name
        head = length
        try await write(TarHeader(name: name, size: 0, modified: Int(modified)).bytes)
    }

    /// Adds bytes to the member.
    mutating func add(_ bytes: [UInt8]) async throws {
        try await write(bytes)
    }

    /// Ends the member.
    mutating func end() async throws {
        let size = length - head - TarHeader.blockSize
        let header = TarHeader(name: name, size: size, modified: Int(modified))
        try await write([UInt8](repeating: 0, count: header.padding))
        try await sink.replace(at: head, with: header.bytes)
    }

    /// Ends the archive: two empty blocks.
    mutating func close() async throws {
        try await write([UInt8](repeating: 0, count: 2 * TarHeader.blockSize))
    }

    private mutating func write(_ bytes: [UInt8]) async throws {
        guard !bytes.isEmpty else { return }
        try await sink.append(bytes)
        length += bytes.count
    }
}
