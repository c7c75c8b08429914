import Synchronization
import Tenancy
import Web

/// The open operator pages of all tenants, in memory. A page reports to one server, which notifies the others. A page that does not report expires.
final class OperatorPresenceBoard: Sendable {
    /// The time for which a page counts as open after its last report. A page reports every 4 s, so two reports may be lost.
    static let validityMilliseconds: Int64 = 15_000
    /// The largest number of pages per tenant; further pages are ignored.
    static let limit = 64

    private let state = Mutex(State())

    private struct State {
        var pages: [TenantID: [String: Entry]] = [:]
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

    /// Records that a page is open or has been left. O(1); O(pages of all tenants) once per minute, and if the tenant has `limit` pages.
    func record(_ notice: OperatorPresenceNotice, in tenant: TenantID, at now: Instant) {
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

    /// Returns the open pages of a tenant except `page`, sorted by login and device; `nil` excludes no page.
    func others(than page: String?, in tenant: TenantID, at now: Instant) -> [OperatorPresence] {
        state.withLock { $0.pages[tenant] ?? [:] }.values
            .filter { $0.until > now && $0.presence.page != page }
            .map(\.presence)
            .sorted { ($0.login, $0.device.rawValue, $0.page) < ($1.login, $1.device.rawValue, $1.page) }
    }

    /// Returns the number of open pages of a tenant.
    func count(in tenant: TenantID, at now: Instant) -> Int {
        state.withLock { $0.pages[tenant] ?? [:] }.values.count(where: { $0.until > now })
    }

    /// The tenants with open pages, and some tenants whose pages have expired or were left.
    var tenants: [TenantID] { state.withLock { Array($0.pages.keys) } }

    /// Removes the pages of a disabled tenant.
    func forget(_ tenant: TenantID) {
        state.withLock { $0.pages[tenant] = nil }
    }
}
