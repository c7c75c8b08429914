import Glibc

/// A reader with random access to the members of a tar archive in a file. Opening the file reads the headers only. Every call blocks.
public final class TarReader: Sendable {
    /// A member and the position of its content.
    public struct Entry: Sendable, Hashable {
        public let header: TarHeader
        /// The position of the content, in bytes from the start of the file.
        public let offset: Int
    }

    public let path: String
    /// The members, in the order of the archive.
    public let entries: [Entry]
    private let indices: [String: Int]
    private let descriptor: Int32

    /// Opens a file and reads its headers. Throws `system`, and `damaged` for a bad archive, a repeated name, or more than `limit` members.
    public init(path: String, limit: Int = 1_000_000) throws(TarError) {
        self.path = path
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw .system(path: path, error: errno) }
        do throws(TarError) {
            entries = try Self.entries(of: file, path: path, limit: limit)
            indices = Dictionary(
                entries.enumerated().map { ($1.header.name, $0) }, uniquingKeysWith: { first, _ in first })
        } catch {
            close(file)
            throw error
        }
        descriptor = file
    }

    deinit { close(descriptor) }

    /// Returns the member with this name; `nil` for none.
    public func entry(_ name: String) -> Entry? { indices[name].map { entries[$0] } }

    /// Reads `count` bytes of a member's content, starting `offset` bytes after its beginning: fewer at the end of the content, and none past it.
    /// Throws `damaged` if the file became shorter, and `system`.
    public func read(_ entry: Entry, at offset: Int, count: Int) throws(TarError) -> [UInt8] {
        let wanted = min(count, entry.header.size - offset)
        guard wanted > 0 else { return [] }
        return try Self.read(descriptor, at: entry.offset + offset, count: wanted, path: path)
    }

    /// Passes a member's content to `body` in pieces of at most `size` bytes. Throws like `read`, and the errors of `body`.
    public func forEachPiece<Failure: Error>(
        of entry: Entry, size: Int = 256 << 10, _ body: ([UInt8]) throws(Failure) -> Void
    ) throws {
        precondition(size > 0)
        var offset = 0
        while offset < entry.header.size {
            let piece = try read(entry, at: offset, count: size)
            try body(piece)
            offset += piece.count
        }
    }

    private static func entries(of file: Int32, path: String, limit: Int) throws(TarError) -> [Entry] {
        let length = Int(lseek(file, 0, SEEK_END))
        guard length >= 0 else { throw .system(path: path, error: errno) }
        var entries: [Entry] = []
        var names: Set<String> = []
        var offset = 0
        while true {
            guard offset + TarHeader.blockSize <= length else {
                throw .damaged(path: path, reason: "it ends after \(length) bytes, without an end marker")
            }
            let block = try read(file, at: offset, count: TarHeader.blockSize, path: path)
            // The bytes after an empty block are ignored.
            if block.allSatisfy({ $0 == 0 }) { return entries }
            guard let header = TarHeader(block) else {
                throw .damaged(path: path, reason: "byte \(offset) is not the start of the header of a regular file")
            }
            offset += TarHeader.blockSize
            guard names.insert(header.name).inserted else {
                throw .damaged(path: path, reason: "it contains \(header.name) twice")
            }
            guard entries.count < limit else {
                throw .damaged(path: path, reason: "it must have at most \(limit) files")
            }
            guard header.size <= length - offset else {
                throw .damaged(path: path, reason: "it ends in the middle of \(header.name)")
            }
            entries.append(Entry(header: header, offset: offset))
            offset += header.size + header.padding
        }
    }

    private static func read(_ file: Int32, at offset: Int, count: Int, path: String) throws(TarError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let got = pread(file, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(offset + filled))
                if got > 0 {
                    filled += got
                } else if got == 0 || errno != EINTR {
                    failure = got == 0 ? 0 : errno
                    break
                }
            }
        }
        guard failure == 0 else { throw .system(path: path, error: failure) }
        guard bytes.count == count else {
            throw .damaged(
                path: path,
                reason: "another program shortened the file while the file was read")
        }
        return bytes
    }
}
