import Synchronization
import Tenancy
import Web

/// Which operator pages are open, of all tenants, in the memory of one server. Pages report to any server, and each server
/// hears of all by notifications; a page that has said nothing for a while is gone.
final class OperatorPresenceBoard: Sendable {
    /// How long a page counts as open after its last report. Three reports may be lost.
    static let validityMilliseconds: Int64 = 15_000
    /// Pages of one tenant that are kept; of more than a crew has, the newest are left out.
    static let limit = 64

    private let state = Mutex(State())

    private struct State {
        var pages: [TenantID: [String: Entry]] = [:]
        /// When what has run out was last removed everywhere.
        var sweptAt = Instant(milliseconds: 0)

        mutating func sweep(at now: Instant) {
            sweptAt = now
            pages = pages.compactMapValues { pages in
                let open = pages.filter { $0.value.until > now }
                return open.isEmpty ? nil : open
            }
        }
    }

    private struct Entry {
        let presence: OperatorPresence
        let until: Instant
    }

    /// Takes a report of a page, or its farewell. O(1), and once a minute O(pages of all tenants).
    func heard(_ notice: OperatorPresenceNotice, in tenant: TenantID, at now: Instant) {
        state.withLock { state in
            switch notice {
            case .gone(let page): state.pages[tenant]?[page] = nil
            case .here(let presence):
                let pages = state.pages[tenant] ?? [:]
                if pages[presence.page] == nil, pages.count >= Self.limit { state.sweep(at: now) }
                guard pages[presence.page] != nil || state.pages[tenant]?.count ?? 0 < Self.limit else { return }
                state.pages[tenant, default: [:]][presence.page] = Entry(
                    presence: presence, until: Instant(milliseconds: now.milliseconds + Self.validityMilliseconds))
            }
            if now.milliseconds - state.sweptAt.milliseconds > 60_000 { state.sweep(at: now) }
        }
    }

    /// The pages of a tenant that are open, without the one that asks, by login and device.
    func others(than page: String?, in tenant: TenantID, at now: Instant) -> [OperatorPresence] {
        state.withLock { $0.pages[tenant] ?? [:] }.values
            .filter { $0.until > now && $0.presence.page != page }
            .map(\.presence)
            .sorted { ($0.login, $0.device.rawValue, $0.page) < ($1.login, $1.device.rawValue, $1.page) }
    }

    /// How many pages of a tenant are open.
    func count(in tenant: TenantID, at now: Instant) -> Int {
        state.withLock { $0.pages[tenant] ?? [:] }.values.count(where: { $0.until > now })
    }

    /// The tenants of which a page was heard of.
    var tenants: [TenantID] { state.withLock { Array($0.pages.keys) } }

    /// Forgets a tenant: it is disabled.
    func forget(_ tenant: TenantID) {
        state.withLock { $0.pages[tenant] = nil }
    }
}
