import Glibc

/// A writer of a tar archive to a file. The header of a member is written again after its content, because the size is unknown before. After an
/// error, the file stays incomplete. Every call blocks.
public final class TarWriter {
    private let path: String
    private let descriptor: Int32
    private let modified: Int
    private var length = 0
    private var head = 0
    private var name = ""

    /// Creates or empties a file that only its owner can access. Throws `system`, also for a symbolic link or a file that another writer has open.
    ///
    /// - Parameter modified: the modification time of all members, in seconds since 1970.
    public init(path: String, modified: Int) throws(TarError) {
        self.path = path
        self.modified = modified
        descriptor = try Self.file(path)
    }

    private static func file(_ path: String) throws(TarError) -> Int32 {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .system(path: path, error: errno) }
        // Two writers would mix their bytes. The lock ends with the descriptor.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, fchmod(descriptor, 0o600) == 0, ftruncate(descriptor, 0) == 0
        else {
            let error = errno
            close(descriptor)
            throw .system(path: path, error: error)
        }
        return descriptor
    }

    deinit { close(descriptor) }

    /// Starts a member. Throws `name` for a name that is not 1 to 100 visible ASCII characters, and `system`.
    public func begin(_ name: String) throws(TarError) {
        self.name = name
        head = length
        try append(try TarHeader(name: name, size: 0, modified: modified).bytes)
    }

    /// Adds bytes to the current member. Throws `system`.
    public func append(_ bytes: [UInt8]) throws(TarError) {
        try write(bytes, at: length)
        length += bytes.count
    }

    /// Ends the member and returns the size of its content in bytes. Throws `system`.
    @discardableResult
    public func end() throws(TarError) -> Int {
        let header = try TarHeader(name: name, size: length - head - TarHeader.blockSize, modified: modified)
        try append([UInt8](repeating: 0, count: header.padding))
        try write(header.bytes, at: head)
        return header.size
    }

    /// Ends the archive and waits until it is on disk. Throws `system`.
    public func finish() throws(TarError) {
        try append([UInt8](repeating: 0, count: 2 * TarHeader.blockSize))
        guard fsync(descriptor) == 0 else { throw .system(path: path, error: errno) }
    }

    private func write(_ bytes: [UInt8], at offset: Int) throws(TarError) {
        var written = 0
        while written < bytes.count {
            let taken = bytes.withUnsafeBytes { all in
                pwrite(descriptor, all.baseAddress.map { $0 + written }, all.count - written, off_t(offset + written))
            }
            if taken > 0 {
                written += taken
            } else if taken == 0 || errno != EINTR {
                throw .system(path: path, error: taken == 0 ? EIO : errno)
            }
        }
    }
}
