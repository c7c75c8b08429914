import Glibc

/// The lock on a data folder: `flock` on `service.lock`, which the system lifts when the holder dies, whatever
/// he dies of. The file says who holds it, for messages and for those who join.
public final class ServiceLock: Sendable {
    /// The holder of the lock.
    public enum Kind: String, Sendable, Hashable {
        /// A service, which runs until it is stopped and whose cluster other processes join.
        case service
        /// A short command with a cluster of its own; others wait for it.
        case command
    }

    /// The content of the lock file.
    public struct Holder: Sendable, Hashable {
        public let pid: Int32
        public let kind: Kind
        /// The folder of its server's socket.
        public let socketDirectory: SocketDirectory
    }

    /// Descriptors are plain numbers: closing in `deinit` is the only change after `init`.
    private let file: Int32

    private init(file: Int32) { self.file = file }

    /// Takes the lock, or returns `nil` when another process has it.
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
        // In place, since the lock is on this very file; a reader who comes between takes it for empty.
        let text = "\(getpid()) \(kind.rawValue)\n\(socketDirectory.path)\n"
        let written = ftruncate(file, 0) == 0 && pwrite(file, text, text.utf8.count, 0) == text.utf8.count
        guard written else {
            let error = errno
            close(file)
            throw .system(call: "write", path: path, error: error)
        }
        return ServiceLock(file: file)
    }

    /// Whether another process has the lock at `path`. Takes it for a moment where nobody has.
    static func isHeld(_ path: String) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        return flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    /// The holder of the lock at `path`, as recorded in the file.
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
        // Not by closing alone: a child that another thread is just starting has a copy until its `exec`, and the
        // lock lasts as long as the last copy.
        flock(file, LOCK_UN)
        close(file)
    }
}
