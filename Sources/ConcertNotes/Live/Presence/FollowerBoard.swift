import Synchronization
import Tenancy
import Web

/// How many connections follow a tenant's concert at other servers, as these tell each other while an operator's page is open. A
/// server that has said nothing for a while counts none.
final class FollowerBoard: Sendable {
    /// How long a server's number counts. Two may be lost.
    static let validityMilliseconds: Int64 = 15_000
    /// Servers of one tenant that are kept.
    static let limit = 64

    private struct Entry {
        let count: Int
        let until: Instant
    }

    private let state = Mutex<[TenantID: [String: Entry]]>([:])

    /// Takes the number of a server. O(servers).
    func heard(_ notice: FollowerNotice, in tenant: TenantID, at now: Instant) {
        state.withLock { state in
            var servers = state[tenant, default: [:]].filter { $0.value.until > now }
            if servers[notice.server] != nil || servers.count < Self.limit {
                servers[notice.server] = Entry(
                    count: notice.count, until: Instant(milliseconds: now.milliseconds + Self.validityMilliseconds))
            }
            state[tenant] = servers
        }
    }

    /// The sum of what the servers have said, but one.
    func count(in tenant: TenantID, except server: String, at now: Instant) -> Int {
        state.withLock { $0[tenant] ?? [:] }.reduce(0) { sum, entry in
            entry.key != server && entry.value.until > now ? sum + entry.value.count : sum
        }
    }

    /// The tenants of which a server was heard of.
    var tenants: [TenantID] { state.withLock { Array($0.keys) } }

    /// Forgets a tenant: it is disabled.
    func forget(_ tenant: TenantID) {
        state.withLock { $0[tenant] = nil }
    }
}

/// What a server tells the others of those who follow a concert, behind the kind in a notification: "SERVER,COUNT".
struct FollowerNotice: Sendable, Hashable {
    /// The kind of the notification.
    static let kind = "followers"

    /// The server's name for itself, made when it starts: 1 to 64 letters, digits and hyphens.
    let server: String
    let count: Int

    init(server: String, count: Int) {
        self.server = server
        self.count = count
    }

    /// `nil` for anything else: a newer server may tell more.
    init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, OperatorPresence.isPage(parts[0]), let count = Int64(digits: parts[1]) else {
            return nil
        }
        self.init(server: parts[0], count: Int(clamping: count))
    }

    var text: String { "\(server),\(count)" }

    /// A name that no other server has.
    static func freshServer() -> String { String(UInt64.random(in: 0 ... .max), radix: 36) }
}
