import HTTP
import Logging
import Synchronization
import Tenancy
import Web

/// Where people who forgot their password ask for a link: answered at once and alike whoever asks, since the answer must
/// not tell who has an account (ASVS 5.0 V6.3.8). What is to be done is done afterwards.
///
/// The link goes out by mail alone, to the address that the account has, and names only a host that the tenant has: the
/// host of a request is what its sender says, and the tenant that answers for unknown hosts would mail a stranger's.
public final class PasswordResetDesk: Sendable {
    private let accounts: AccountStore
    private let links: AccountLinkStore
    private let mail: AccountMail
    private let hosts: any TenantResolver
    private let now: @Sendable () -> Int64
    private let state = Mutex(State())

    private struct State {
        var asked = BoundedTable<LoginThrottle.Account, Asked>(capacity: 10_000)
        var running = 0
    }

    private struct Asked {
        var count: Int
        let since: Int64
    }

    /// How often an hour a link to one account is sent.
    static let hourly = 3
    private static let hour: Int64 = 3_600_000
    /// How many may be looked up at once; more are forgotten, as mail may be.
    private static let width = 20

    /// - Parameters:
    ///   - hosts: knows the hosts that tenants have, and no tenant for any other.
    ///   - now: milliseconds of a clock that never steps back.
    public init(
        accounts: AccountStore, links: AccountLinkStore, mail: AccountMail, hosts: any TenantResolver,
        now: @escaping @Sendable () -> Int64 = LoginDesk.uptime
    ) {
        self.accounts = accounts
        self.links = links
        self.mail = mail
        self.hosts = hosts
        self.now = now
    }

    /// Whether anybody can be helped: pages lead here only then.
    var isOpen: Bool { mail.isThere }

    /// Sends a link to the account's address soon, if there is an account, an address and a way to send it.
    ///
    /// - Returns: what goes on, for tests; `nil` when nothing does.
    @discardableResult
    func ask(login: String, _ request: Request, _ context: RequestContext) -> Task<Void, Never>? {
        let account = LoginThrottle.Account(tenant: context.tenant.id.rawValue, login: LoginName(login))
        guard mail.isThere, login.unicodeScalars.count <= User.loginLimit, admit(account) else { return nil }
        return Task {
            do {
                try await send(login, request, context)
            } catch {
                context.logger.warning("no link was sent", metadata: ["error": "\(error)"])
            }
            state.withLock { $0.running -= 1 }
        }
    }

    private func admit(_ account: LoginThrottle.Account) -> Bool {
        let now = now()
        return state.withLock { state in
            guard state.running < Self.width else { return false }
            var asked = state.asked.entry(account)?.value ?? Asked(count: 0, since: now)
            if now - asked.since >= Self.hour { asked = Asked(count: 0, since: now) }
            guard asked.count < Self.hourly else { return false }
            asked.count += 1
            state.asked.set(asked, for: account, now: now)
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
        let made = try await links.reset(of: account.user.id, life: AccountLink.Life.askedFor, by: nil, in: tenant.id)
        _ = mail.reset(account.email, at: tenant, url: LinkAddress.url(made.secret, request, context))
    }
}
