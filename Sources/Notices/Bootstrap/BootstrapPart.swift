import HTTP
import Postgres
import Tenancy
import Web

/// One member of what an app loads at launch. Each slice brings its own; `App` puts them together.
///
/// What a part asks of the database it says as statements, so that those of all parts go as one transaction in one
/// round trip; what it has in memory it adds when it is asked for its value.
public protocol BootstrapPart: Sendable {
    /// The member's name in the answer.
    var name: String { get }
    /// What it asks of the database, nothing among it that changes anything.
    func statements(for launch: Launch) -> [SQL]
    /// The member's value, or `nil` to leave it out.
    ///
    /// - Parameter rows: of its statements, in their order.
    func value(for launch: Launch, _ rows: [[Row]]) async throws -> (any Encodable & Sendable)?
    /// The member's value for an app that nobody has logged in to, or `nil` to leave it out.
    var valueForNobody: (any Encodable & Sendable)? { get }
}

extension BootstrapPart {
    /// Most parts are an account's.
    public var valueForNobody: (any Encodable & Sendable)? { nil }
}

/// A launch of the app by an account.
public struct Launch: Sendable {
    public let tenant: Tenant
    public let account: Int64
    public let visit: AppVisit
    /// Whether this device loads the account's content for the first time (spec R8). Known once the database has been
    /// asked; no statement depends on it.
    public var isFirst = false
}

/// Which launches were a session's first: Accounts keep it, since the sessions are theirs.
public protocol LaunchRecord: Sendable {
    /// The statement that notes this launch and returns one row with the truth value `is_first`.
    ///
    /// A first launch stays the first one for a minute, so that an app that lost the answer gets it again.
    func mark(_ request: Request, _ context: RequestContext) throws -> SQL
}
