import Postgres
import Synchronization

/// Whether the service can do its work, for `/readyz` (spec O section 4).
final class Readiness: Sendable {
    private let database: Database
    private let draining = Atomic(false)

    init(_ database: Database) { self.database = database }

    /// Set when the stop begins: balancers then send no new requests.
    var isDraining: Bool {
        get { draining.load(ordering: .relaxed) }
        set { draining.store(newValue, ordering: .relaxed) }
    }

    /// Why the service is not ready, a line each; empty when it is.
    func reasons() async -> [String] {
        var reasons: [String] = []
        if isDraining { reasons.append("stopping") }
        if await !database.ping() { reasons.append("the database does not answer") }
        return reasons
    }
}
