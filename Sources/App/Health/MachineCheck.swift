import Glibc
import HTTP
import Observability

/// The checks of the machine: whether files can be written to the disk, and whether file descriptors are left.
struct MachineCheck: Sendable {
    let folder: String

    /// The share of the descriptor limit at which the descriptors are reported as nearly used up.
    private static let descriptorShare = 0.95

    /// Returns the reason why files cannot be written to the folder; `nil` if they can, or if only file descriptors are lacking, which
    /// `descriptorProblem` reports. Writes and removes a file of 4096 bytes.
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

    /// Returns the reason why connections may no longer be accepted; `nil` if enough file descriptors are left.
    func descriptorProblem() -> String? {
        let facts = ProcessFacts.read()
        guard let limit = facts.descriptorLimit, limit > 0 else { return nil }
        // If /proc/self/fd cannot be opened, no descriptor is left.
        let open = facts.openDescriptors ?? limit
        guard open >= Self.descriptorLimit(of: limit) else { return nil }
        return "\(open) of \(limit) file descriptors are open: raise LimitNOFILE or `ulimit -n`"
    }

    /// Returns the number of open descriptors from which `descriptorProblem` reports a problem: 95 percent of `limit`, or `limit` without the
    /// server's reserve if that is less.
    static func descriptorLimit(of limit: Int) -> Int {
        min(Int(Double(limit) * descriptorShare), limit - Limits().reserve(of: limit))
    }

    private static func sentence(_ folder: String, _ code: Int32) -> String? {
        switch code {
        case ENOSPC, EDQUOT: "the disk of \(folder) is full or its quota is used up: free some space"
        case EROFS: "the disk of \(folder) is read-only: mount it for writing"
        // `descriptorProblem` reports these errors.
        case EMFILE, ENFILE: nil
        default:
            "\(folder) cannot be written: \(String(cString: strerror(code))); check that the folder exists and is writable"
        }
    }
}
