import Tar

/// The destination of an archive. Its methods throw if the archive becomes too large or cannot be written.
protocol ArchiveSink: Sendable {
    /// Appends bytes at the end of the archive.
    func append(_ bytes: [UInt8]) async throws
    /// Replaces bytes at an offset from the beginning of the archive.
    func replace(at offset: Int, with bytes: [UInt8]) async throws
}

/// A writer of tar archives in the form `ustar` (POSIX.1-2017, pax, "ustar Interchange Format"). Its methods throw the errors of the destination.
///
/// The size of a member precedes its content but is known only afterwards, so the header is written twice. No content is kept in memory.
struct TarArchive {
    /// The modification time of all members, in seconds since 1970.
    let modified: Int64
    private let sink: any ArchiveSink
    private var length = 0
    private var head = 0
    private var name = ""

    init(to sink: any ArchiveSink, modified: Int64) {
        self.sink = sink
        self.modified = modified
    }

    /// Begins a member. Throws `TarError` for a name that is not 1 to 100 visible ASCII characters.
    mutating func begin(_ name: String) async throws {
        self.name = name
        head = length
        try await write(try TarHeader(name: name, size: 0, modified: Int(modified)).bytes)
    }

    /// Adds bytes to the current member.
    mutating func add(_ bytes: [UInt8]) async throws {
        try await write(bytes)
    }

    /// Ends the current member and writes its size into its header.
    mutating func end() async throws {
        let size = length - head - TarHeader.blockSize
        let header = try TarHeader(name: name, size: size, modified: Int(modified))
        try await write([UInt8](repeating: 0, count: header.padding))
        try await sink.replace(at: head, with: header.bytes)
    }

    /// Ends the archive. No member may be added afterwards.
    mutating func close() async throws {
        try await write([UInt8](repeating: 0, count: 2 * TarHeader.blockSize))
    }

    private mutating func write(_ bytes: [UInt8]) async throws {
        guard !bytes.isEmpty else { return }
        try await sink.append(bytes)
        length += bytes.count
    }
}
