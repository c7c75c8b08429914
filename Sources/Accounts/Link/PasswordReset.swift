import HTTP
import Logging
import Synchronization
import Tenancy
import Web

/// The handler of requests for password links. A separate task creates and sends the link, so that neither the response nor its time reveals whether
/// an account exists (ASVS 5.0 V6.3.8).
///
/// The link is sent only to the account's email address, and only if the requested host is a host name of the tenant. Otherwise an attacker could
/// make the default tenant send a link with the attacker's host.
public final class PasswordReset: Sendable {
    private let accounts: AccountStore
    private let links: AccountLinkStore
    private let mail: AccountMail
    private let hosts: any TenantResolver
    private let now: @Sendable () -> Int64
    private let state = Mutex(State())

    private struct State {
        var requested = BoundedTable<LoginThrottle.AccountKey, RequestCount>(capacity: 10_000)
        var running = 0
    }

    private struct RequestCount {
        var count: Int
        let since: Int64
    }

    /// The maximum number of requests for one login of a tenant in an hour that begins with the first request. Further requests are dropped.
    static let hourly = 3
    private static let hour: Int64 = 3_600_000
    /// The maximum number of simultaneous tasks. Further requests are dropped.
    private static let width = 20

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - hosts: resolves the host names of tenants, without a default tenant.
    ///   - now: returns the time of a monotonic clock in milliseconds.
    public init(
        accounts: AccountStore, links: AccountLinkStore, mail: AccountMail, hosts: any TenantResolver,
        now: @escaping @Sendable () -> Int64 = PasswordLogin.uptime
    ) {
        self.accounts = accounts
        self.links = links
        self.mail = mail
        self.hosts = hosts
        self.now = now
    }

    /// Whether the server can send mail.
    var isOpen: Bool { mail.isThere }

    /// Starts a task that sends a link to an enabled account with an email address. Returns the task, for tests; `nil` if the request is dropped.
    @discardableResult
    func sendLink(login: String, _ request: Request, _ context: RequestContext) -> Task<Void, Never>? {
        let account = LoginThrottle.AccountKey(tenant: context.tenant.id.rawValue, login: LoginName(login))
        guard mail.isThere, login.unicodeScalars.count <= User.loginLimit, admit(account) else { return nil }
        return Task {
            do {
                try await send(login, request, context)
            } catch {
                context.logger.warning("password link not sent", metadata: ["error": "\(error)"])
            }
            state.withLock { $0.running -= 1 }
        }
    }

    private func admit(_ account: LoginThrottle.AccountKey) -> Bool {
        let now = now()
        return state.withLock { state in
            guard state.running < Self.width else { return false }
            var requested = state.requested.entry(account)?.value ?? RequestCount(count: 0, since: now)
            if now - requested.since >= Self.hour { requested = RequestCount(count: 0, since: now) }
            guard requested.count < Self.hourly else { return false }
            requested.count += 1
            state.requested.set(requested, for: account, now: now)
            state.running += 1
            return true
        }
    }

    private func send(_ login: String, _ request: Request, _ context: RequestContext) async throws {
        let tenant = context.tenant
        guard try await hosts.tenant(for: request.authority)?.id == tenant.id,
            let account = try await accounts.account(login: login, in: tenant.id), !account.isDisabled,
            account.email != nil
        else { return }
        let made = try await links.reset(
            of: account.user.id, life: AccountLink.Lifetime.requested, by: nil, in: tenant.id)
        let url = LinkAddress.url(made.secret, request, context)
        _ = mail.reset(account.email, at: tenant, url: url, expiresAt: made.link.expiresAt)
    }
}
