import Glibc
import HTTP
import Observability

/// Looks at what every service needs of its machine: a disk that takes writes and descriptors that are left.
struct MachineCheck: Sendable {
    /// Where the service writes.
    let folder: String

    /// Above this share of the limit an operator is told that descriptors run out.
    private static let descriptorShare = 0.95

    /// Why nothing can be written to the folder; `nil` when it can. Writes a page and removes it.
    func diskProblem() -> String? {
        let path = folder + "/.tutti-write-check-\(getpid())"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return Self.sentence(folder, errno) }
        defer {
            close(descriptor)
            unlink(path)
        }
        let page = [UInt8](repeating: 0, count: 4096)
        guard write(descriptor, page, page.count) == page.count else { return Self.sentence(folder, errno) }
        return nil
    }

    /// Why no connection may be accepted any more; `nil` when there is room.
    func descriptorProblem() -> String? {
        let facts = ProcessFacts.read()
        guard let limit = facts.descriptorLimit, limit > 0 else { return nil }
        // The folder itself could not be opened: none is left.
        let open = facts.openDescriptors ?? limit
        guard open >= Self.descriptorLimit(of: limit) else { return nil }
        return "\(open) of \(limit) descriptors are open: raise LimitNOFILE or `ulimit -n`"
    }

    /// From so many open descriptors on they are told as running out: where few may be open, from when the server accepts no
    /// connection any more.
    static func descriptorLimit(of limit: Int) -> Int {
        min(Int(Double(limit) * descriptorShare), limit - Limits().reserve(of: limit))
    }

    private static func sentence(_ folder: String, _ code: Int32) -> String? {
        switch code {
        case ENOSPC, EDQUOT: "the disk of \(folder) is full or its quota is used up: free some space"
        case EROFS: "the disk of \(folder) is read-only"
        // The descriptors are told by themselves.
        case EMFILE, ENFILE: nil
        default: "\(folder) cannot be written: \(String(cString: strerror(code)))"
        }
    }
}
