import HTTP
import Synchronization
import Tenancy
import Web

/// What `INotesLibrary` knows of each tenant beside its edition.
///
/// Confined by a mutex that is held for a few instructions.
final class PhoneTenants: Sendable {
    private struct Facts {
        /// As the last request knew it, `nil` before the first.
        var tenant: Tenant?
        /// Whether no edition could be made the last time: an outage is logged once, not once a second.
        var isFailing = false
        var looking = Looking.no
        /// The files of editions that were replaced a short while ago, newest first.
        var former: [FormerFiles] = []
    }

    /// A look at which concert is on the air: none, one under way, or one more due after it.
    private enum Looking { case no, yes, again }

    /// Phones that were in the middle of a refresh when the content was replaced still ask for what they were told of.
    private struct FormerFiles {
        let files: [String: Edition.StoredRepresentation]
        let end: ContinuousClock.Instant
    }

    /// How long the files of a replaced edition stay, and of how many editions.
    static let formerTime = Duration.seconds(600)
    private static let formerLimit = 3

    private let now: @Sendable () -> ContinuousClock.Instant
    private let facts = Mutex<[TenantID: Facts]>([:])

    init(now: @escaping @Sendable () -> ContinuousClock.Instant) { self.now = now }

    /// The tenants of which something is known.
    var known: [TenantID] { facts.withLock { Array($0.keys) } }

    /// Forgets a tenant.
    func forget(_ tenant: TenantID) { facts.withLock { $0[tenant] = nil } }

    /// Notes what a request says of its tenant.
    func meet(_ tenant: Tenant) { facts.withLock { $0[tenant.id, default: Facts()].tenant = tenant } }

    /// The tenant as the last request knew it.
    func tenant(_ id: TenantID) -> Tenant? { facts.withLock { $0[id]?.tenant } }

    /// Notes whether an edition could be made.
    ///
    /// - Returns: whether the one before could not.
    func note(isFailing: Bool, _ tenant: TenantID) -> Bool {
        facts.withLock { facts in
            defer { facts[tenant]?.isFailing = isFailing }
            return facts[tenant]?.isFailing ?? false
        }
    }

    /// Whether a look may begin; otherwise the one under way is followed by another.
    func beginLooking(at tenant: TenantID) -> Bool {
        facts.withLock { facts in
            let isFree = facts[tenant, default: Facts()].looking == .no
            facts[tenant]?.looking = isFree ? .yes : .again
            return isFree
        }
    }

    /// Ends a look.
    ///
    /// - Returns: whether another one is due.
    func endLooking(at tenant: TenantID) -> Bool {
        facts.withLock { facts in
            defer { facts[tenant]?.looking = .no }
            return facts[tenant]?.looking == .again
        }
    }

    /// Keeps the files of an edition that is replaced for `formerTime`.
    func keepFiles(of old: Edition) {
        guard !old.files.isEmpty else { return }
        let (tenant, now) = (old.tenant, now())
        facts.withLock { facts in
            var former = facts[tenant]?.former.filter { $0.end > now } ?? []
            former.insert(FormerFiles(files: old.files, end: now + Self.formerTime), at: 0)
            facts[tenant]?.former = Array(former.prefix(Self.formerLimit))
        }
        // Weakly, so that a library that nobody uses any more goes.
        Task { [weak self] in
            guard (try? await Task.sleep(for: Self.formerTime)) != nil, let self else { return }
            let now = self.now()
            facts.withLock { $0[tenant]?.former.removeAll { $0.end <= now } }
        }
    }

    /// A file of an edition that was replaced within `formerTime`.
    func formerFile(_ path: String, of tenant: TenantID) -> Representation? {
        let now = now()
        return facts.withLock { facts in
            facts[tenant]?.former.first { now < $0.end && $0.files[path] != nil }?.files[path]?.representation
        }
    }
}
