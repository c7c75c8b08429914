import HTTP
import Synchronization
import Tenancy

/// The number of requests of each tenant that currently wait for a response.
final class TenantLoad: Sendable {
    private final class Shard: Sendable {
        let counts = Mutex<[TenantID: Int]>([:])
    }

    /// Each lock covers a sixteenth of the tenants.
    private let shards = (0..<16).map { _ in Shard() }

    func count(of tenant: TenantID) -> Int { shard(tenant).counts.withLock { $0[tenant] ?? 0 } }

    /// Counts one more request and returns `true`, unless `limit` requests already wait.
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

/// The gate that limits how many requests of a tenant may be in progress at the same time. A refusal is 503, not 429, as clients share the limit.
struct TenantLoadGate: Gate {
    private let rates: RateGuard

    init(_ rates: RateGuard) { self.rates = rates }

    func pass(_ passage: Passage) async throws -> Fields {
        guard rates.load.enter(passage.tenant.id, limit: rates.requests(of: passage.tenant)) else {
            rates.count(.requests)
            throw APIError(
                .serviceUnavailable, code: .tenantBusy,
                "too many requests to \(passage.tenant.name) are waiting for a response; try again in 1 s",
                retryAfter: 1)
        }
        return Fields()
    }

    func left(_ passage: Passage) { rates.load.leave(passage.tenant.id) }
}
