import Glibc

/// The lock on a data folder: an `flock` on the file `service.lock`. The system releases the lock when the holder ends. The file names the holder,
/// so that other processes can join the holder's server.
public final class ServiceLock: Sendable {
    /// The kind of process that holds the lock.
    public typealias Kind = ProcessKind

    /// The holder of the lock, as recorded in the lock file.
    public struct Holder: Sendable, Hashable {
        public let pid: Int32
        public let kind: Kind
        /// The folder of the socket of the holder's server.
        public let socketDirectory: SocketDirectory
    }

    /// The descriptor of the lock file. Only `deinit` closes the descriptor.
    private let file: Int32

    private init(file: Int32) { self.file = file }

    /// Takes the lock and writes this process into the file as the holder. Returns `nil` if the lock is already held. Throws `system` if the file
    /// cannot be opened, locked or written.
    static func take(
        _ path: String, as kind: Kind, socketDirectory: SocketDirectory
    ) throws(EmbeddedPostgresError) -> ServiceLock? {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw systemFailure("open", path) }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            let error = errno
            close(file)
            guard error == EWOULDBLOCK else { throw .system(call: "flock", path: path, error: error) }
            return nil
        }
        // Written in place, since the lock belongs to this file. A reader treats an incomplete text as an empty file.
        let text = "\(getpid()) \(kind.rawValue)\n\(socketDirectory.path)\n"
        let written = ftruncate(file, 0) == 0 && pwrite(file, text, text.utf8.count, 0) == text.utf8.count
        guard written else {
            let error = errno
            close(file)
            throw .system(call: "write", path: path, error: error)
        }
        return ServiceLock(file: file)
    }

    /// Returns whether the lock at `path` is held; `false` if the file cannot be opened. Briefly takes a free lock, so that `take` may return `nil`
    /// meanwhile.
    static func isHeld(_ path: String) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        return flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    /// Returns the holder that the file at `path` names, even if it has released the lock; `nil` if the file does not exist or names no holder.
    static func holder(_ path: String) -> Holder? {
        guard let text = Folder.text(of: path), text.hasSuffix("\n") else { return nil }
        let lines = text.split(separator: "\n")
        guard lines.count == 2 else { return nil }
        let words = lines[0].split(separator: " ")
        guard words.count == 2, let pid = Int32(words[0]), let kind = Kind(rawValue: String(words[1])) else {
            return nil
        }
        return Holder(pid: pid, kind: kind, socketDirectory: SocketDirectory(path: String(lines[1])))
    }

    deinit {
        // Unlocks explicitly, since a child that another thread is starting may hold a copy of the descriptor until its `exec`.
        flock(file, LOCK_UN)
        close(file)
    }
}
