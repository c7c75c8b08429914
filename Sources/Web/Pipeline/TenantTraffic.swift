import Observability
import Synchronization

/// The request counts of each tenant, kept in memory until `take` is called, for the history that its administrators see. Each event loop has its own
/// cells, so that an exchange costs one store and no lock.
public final class TenantTraffic: Sendable {
    /// The numbers of a tenant's requests.
    public struct Figures: Sendable, Hashable {
        /// The number of all requests, including refused and failed ones.
        public var requests: Int64
        /// The number of requests with a status from 400 to 499.
        public var refused: Int64
        /// The number of requests with a status of 500 or higher.
        public var errors: Int64

        public init(requests: Int64 = 0, refused: Int64 = 0, errors: Int64 = 0) {
            self.requests = requests
            self.refused = refused
            self.errors = errors
        }
    }

    private struct Counts {
        let answered = Counter()
        let refused = Counter()
        let failed = Counter()
        /// The part that `take` has already returned.
        var taken = Figures()

        func counter(of status: Int) -> Counter {
            switch status {
            case ..<400: answered
            case ..<500: refused
            default: failed
            }
        }

        var all: Figures {
            let (refused, failed) = (Int64(refused.value), Int64(failed.value))
            return Figures(requests: Int64(answered.value) + refused + failed, refused: refused, errors: failed)
        }
    }

    private let tenants = Mutex<[String: Counts]>([:])

    public init() {}

    /// Returns a new cell for one event loop. It counts the tenant's responses whose status is of the same kind as `status`: below 400, from 400 to
    /// 499, or 500 and above.
    func makeCell(of slug: String, status: Int) -> CounterCell {
        tenants.withLock { tenants in
            let counts = tenants[slug] ?? Counts()
            tenants[slug] = counts
            return counts.counter(of: status).makeCell()
        }
    }

    /// Returns the requests since the last call, by tenant slug, without tenants that had none. O(tenants · loops).
    public func take() -> [String: Figures] {
        tenants.withLock { tenants in
            var added: [String: Figures] = [:]
            for (slug, counts) in tenants {
                let (all, taken) = (counts.all, counts.taken)
                guard all != taken else { continue }
                added[slug] = all - taken
                tenants[slug]?.taken = all
            }
            return added
        }
    }

    /// Puts back counts that could not be stored, so that the next `take` includes them again.
    public func restore(_ figures: [String: Figures]) {
        tenants.withLock { tenants in
            for (slug, figures) in figures {
                guard let taken = tenants[slug]?.taken else { continue }
                tenants[slug]?.taken = taken - figures
            }
        }
    }
}

extension TenantTraffic.Figures {
    fileprivate static func - (one: Self, other: Self) -> Self {
        Self(
            requests: one.requests - other.requests, refused: one.refused - other.refused,
            errors: one.errors - other.errors)
    }
}
