import Synchronization
import Tenancy
import Web

/// For each tenant and server, the number of connections that follow the concert. Servers report these numbers while an operator page is open.
final class FollowerBoard: Sendable {
    /// The time for which a reported number counts, long enough for two lost reports.
    static let validityMilliseconds: Int64 = 15_000
    /// The largest number of servers per tenant; further servers are ignored.
    static let limit = 64

    private struct Entry {
        let count: Int
        let until: Instant
    }

    private let state = Mutex<[TenantID: [String: Entry]]>([:])

    /// Records the number that a server has reported, for `validityMilliseconds`. O(servers).
    func record(_ notice: FollowerNotice, in tenant: TenantID, at now: Instant) {
        state.withLock { state in
            var servers = state[tenant, default: [:]].filter { $0.value.until > now }
            if servers[notice.server] != nil || servers.count < Self.limit {
                servers[notice.server] = Entry(
                    count: notice.count, until: Instant(milliseconds: now.milliseconds + Self.validityMilliseconds))
            }
            state[tenant] = servers
        }
    }

    /// Returns the sum of the numbers of all servers except one, without expired numbers.
    func count(in tenant: TenantID, except server: String, at now: Instant) -> Int {
        state.withLock { $0[tenant] ?? [:] }.reduce(0) { sum, entry in
            entry.key != server && entry.value.until > now ? sum + entry.value.count : sum
        }
    }

    /// The tenants for which a server has reported a number, including expired numbers.
    var tenants: [TenantID] { state.withLock { Array($0.keys) } }

    /// Removes the reports of a disabled tenant.
    func forget(_ tenant: TenantID) {
        state.withLock { $0[tenant] = nil }
    }
}

/// The number of followers at one server, sent to the other servers in a notification: "SERVER,COUNT".
struct FollowerNotice: Sendable, Hashable {
    static let kind = "followers"

    /// The name of the server, generated when the server starts: 1 to 64 letters, digits and hyphens.
    let server: String
    let count: Int

    init(server: String, count: Int) {
        self.server = server
        self.count = count
    }

    /// Creates the notice from the text of a notification, "SERVER,COUNT"; `nil` for any other form, which a newer server may send.
    init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, OperatorPresence.isPage(parts[0]), let count = Int64(digits: parts[1]) else {
            return nil
        }
        self.init(server: parts[0], count: Int(clamping: count))
    }

    var text: String { "\(server),\(count)" }

    /// Returns a random name for a server.
    static func freshServer() -> String { String(UInt64.random(in: 0 ... .max), radix: 36) }
}
