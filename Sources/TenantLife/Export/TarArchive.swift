import Tar

/// The destination of an archive. Bytes are appended, and the header of a member is replaced when the size of the member is
/// known.
protocol ArchiveSink: Sendable {
    /// Appends bytes at the end of the archive. Throws if the archive becomes too large or cannot be written.
    func append(_ bytes: [UInt8]) async throws
    /// Replaces bytes that were appended before. Throws if the archive cannot be written.
    ///
    /// - Parameter offset: the position of the first byte, from the beginning of the archive.
    func replace(at offset: Int, with bytes: [UInt8]) async throws
}

/// A writer of tar archives in the form `ustar` (POSIX.1-2017, pax, "ustar Interchange Format").
///
/// The size of a member precedes its content but is known only after the content is written, so the header is written twice. No content is kept in
/// memory.
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

    /// Begins a member. The name must have 1 to 100 visible ASCII characters. Throws the errors of the destination, as all methods do.
    mutating func begin(_ name: String) async throws {
        self.name = name
        head = length
        try await write(TarHeader(name: name, size: 0, modified: Int(modified)).bytes)
    }

    /// Adds bytes to the current member. Throws the errors of the destination.
    mutating func add(_ bytes: [UInt8]) async throws {
        try await write(bytes)
    }

    /// Ends the member: pads the content to a full block and writes the header again with the size. Throws the errors of the destination.
    mutating func end() async throws {
        let size = length - head - TarHeader.blockSize
        let header = TarHeader(name: name, size: size, modified: Int(modified))
        try await write([UInt8](repeating: 0, count: header.padding))
        try await sink.replace(at: head, with: header.bytes)
    }

    /// Ends the archive with two empty blocks. No member may be added afterwards. Throws the errors of the destination.
    mutating func close() async throws {
        try await write([UInt8](repeating: 0, count: 2 * TarHeader.blockSize))
    }

    private mutating func write(_ bytes: [UInt8]) async throws {
        guard !bytes.isEmpty else { return }
        try await sink.append(bytes)
        length += bytes.count
    }
}
