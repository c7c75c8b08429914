import ConcertNotes
import HTTP
import Synchronization
import Tenancy

/// The files of the last three replaced editions of each tenant, for phones that were loading an edition when it was replaced.
final class ReplacedFiles: Sendable {
    private struct Replaced {
        let files: [String: Edition.StoredRepresentation]
        let end: ContinuousClock.Instant
    }

    /// The time for which the files of a replaced edition stay in memory.
    static let keptFor = Duration.seconds(600)
    /// The maximum number of replaced editions of a tenant.
    private static let limit = 3

    private let now: @Sendable () -> ContinuousClock.Instant
    private let replacedFiles = Mutex<[TenantID: [Replaced]]>([:])

    init(now: @escaping @Sendable () -> ContinuousClock.Instant) { self.now = now }

    /// The tenants with files of replaced editions.
    var known: [TenantID] { replacedFiles.withLock { Array($0.keys) } }

    /// Removes the files of a tenant's replaced editions.
    func forget(_ tenant: TenantID) { replacedFiles.withLock { $0[tenant] = nil } }

    /// Keeps the files of a replaced edition for `keptFor`, or until `limit` later editions of the tenant were replaced.
    func keep(_ old: Edition) {
        guard !old.files.isEmpty else { return }
        let (tenant, now) = (old.tenant, now())
        replacedFiles.withLock { replacedFiles in
            var files = replacedFiles[tenant]?.filter { $0.end > now } ?? []
            files.insert(Replaced(files: old.files, end: now + Self.keptFor), at: 0)
            replacedFiles[tenant] = Array(files.prefix(Self.limit))
        }
        // The reference is weak, so that an unused library is released.
        Task { [weak self] in
            guard (try? await Task.sleep(for: Self.keptFor)) != nil, let self else { return }
            let now = self.now()
            self.replacedFiles.withLock { replacedFiles in
                replacedFiles[tenant]?.removeAll { $0.end <= now }
                if replacedFiles[tenant]?.isEmpty == true { replacedFiles[tenant] = nil }
            }
        }
    }

    /// Returns the file at a path from the newest replaced edition that has one; `nil` if none of them has a file at the path.
    func file(_ path: String, of tenant: TenantID) -> Representation? {
        let now = now()
        return replacedFiles.withLock { replacedFiles in
            replacedFiles[tenant]?.first { now < $0.end && $0.files[path] != nil }?.files[path]?.representation
        }
    }
}
