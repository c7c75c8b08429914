import HTTP
import Synchronization
import Tenancy

/// How many requests of each tenant wait for their answers now. A tenant without any is not kept in mind.
final class TenantLoad: Sendable {
    private final class Shard: Sendable {
        let counts = Mutex<[TenantID: Int]>([:])
    }

    /// One lock for each few tenants, held for one addition.
    private let shards = (0..<16).map { _ in Shard() }

    func count(of tenant: TenantID) -> Int { shard(tenant).counts.withLock { $0[tenant] ?? 0 } }

    /// Counts one more, unless there are `limit` already.
    func enter(_ tenant: TenantID, limit: Int) -> Bool {
        shard(tenant).counts.withLock { counts in
            let count = counts[tenant] ?? 0
            guard count < limit else { return false }
            counts[tenant] = count + 1
            return true
        }
    }

    func leave(_ tenant: TenantID) {
        shard(tenant).counts.withLock { counts in
            guard let count = counts[tenant] else { return }
            counts[tenant] = count > 1 ? count - 1 : nil
        }
    }

    private func shard(_ tenant: TenantID) -> Shard { shards[Int(UInt32(bitPattern: tenant.rawValue)) % shards.count] }
}

/// Holds the requests of a tenant that wait at one moment to a number, whatever they wait for: the database, a worker, a
/// change of the live position. It is no fault of this client that the others are many, so the answer is 503.
struct TenantLoadGate: Gate {
    private let rates: RateGuard

    init(_ rates: RateGuard) { self.rates = rates }

    func pass(_ passage: Passage) async throws -> Fields {
        guard rates.load.enter(passage.tenant.id, limit: rates.requests(of: passage.tenant)) else {
            rates.count(.requests)
            throw APIError(
                .serviceUnavailable, code: "tenant-busy",
                "too many requests to \(passage.tenant.name) are waiting for a response; try again in 1 s",
                retryAfter: 1)
        }
        return Fields()
    }

    func left(_ passage: Passage) { rates.load.leave(passage.tenant.id) }
}
