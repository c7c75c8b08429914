import FoundationEssentials
import Glibc
import Synchronization
import Web

/// An archive in memory, for an HTTP response.
final class ArchiveBuffer: ArchiveSink {
    private let limit: Int
    private let content = Mutex<[UInt8]>([])

    /// Creates an empty archive of at most `limit` bytes. `append` throws 409 if the archive would become larger.
    init(limit: Int) { self.limit = limit }

    var bytes: [UInt8] { content.withLock { $0 } }

    func append(_ bytes: [UInt8]) async throws {
        let fits = content.withLock { content in
            guard content.count + bytes.count <= limit else { return false }
            content += bytes
            return true
        }
        guard fits else {
            throw APIError(
                .conflict, code: .exportTooLarge,
                "only archives of at most \(limit >> 20) MiB can be downloaded: export the tenant with `tutti tenant export` on the server"
            )
        }
    }

    func replace(at offset: Int, with bytes: [UInt8]) async throws {
        content.withLock { $0.replaceSubrange(offset..<offset + bytes.count, with: bytes) }
    }
}

/// An archive in a new file that only its owner can read, written on a separate thread.
final class ArchiveFile: ArchiveSink {
    private let path: String
    private let descriptor: Int32
    private let workers = Workers("tutti.export", width: 1, limit: 16)

    /// Creates the file. Throws 409 if the file already exists or cannot be created.
    init(path: String) throws {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure(errno) }
    }

    deinit { close(descriptor) }

    func append(_ bytes: [UInt8]) async throws {
        let descriptor = descriptor
        try await workers.run {
            let end = lseek(descriptor, 0, SEEK_END)
            try Self.write(bytes, to: descriptor, at: Int(end))
        }
    }

    func replace(at offset: Int, with bytes: [UInt8]) async throws {
        let descriptor = descriptor
        try await workers.run { try Self.write(bytes, to: descriptor, at: offset) }
    }

    /// Removes the file, if it still exists.
    func remove() { unlink(path) }

    /// Waits until the disk has written all bytes. Throws 409 for an error of the disk.
    func sync() async throws {
        let descriptor = descriptor
        try await workers.run { if fsync(descriptor) != 0 { throw Self.failure(errno) } }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32, at offset: Int) throws {
        var written = 0
        while written < bytes.count {
            let taken = bytes.withUnsafeBytes { all in
                pwrite(descriptor, all.baseAddress.map { $0 + written }, all.count - written, off_t(offset + written))
            }
            if taken > 0 {
                written += taken
            } else if taken == 0 || errno != EINTR {
                throw failure(taken == 0 ? EIO : errno)
            }
        }
    }

    private static func failure(_ number: Int32) -> APIError {
        APIError(
            .conflict, code: .exportFile,
            "the archive cannot be written: \(String(cString: strerror(number))); name another file or free some space")
    }
}
