import HTTP
import Postgres
import Tenancy
import Web

/// One member of the data that an app loads at launch. Each slice supplies its parts, and `App` combines them.
///
/// A part declares its statements, so that those of all parts run as one transaction in one round trip. It can add data
/// from memory in `value(for:_:)`.
public protocol BootstrapPart: Sendable {
    /// The name of the member in the response.
    var name: String { get }
    /// The statements of the part, which must only read.
    func statements(for launch: Launch) -> [SQL]
    /// The value of the member, or `nil` to leave it out.
    ///
    /// - Parameter rows: the rows of the statements, in their order.
    func value(for launch: Launch, _ rows: [[Row]]) async throws -> (any Encodable & Sendable)?
    /// The value of the member without sign-in, or `nil` to leave it out.
    var valueForNobody: (any Encodable & Sendable)? { get }
}

extension BootstrapPart {
    /// Most parts belong to an account.
    public var valueForNobody: (any Encodable & Sendable)? { nil }
}

/// A launch of the app by an account.
public struct Launch: Sendable {
    public let tenant: Tenant
    public let account: Int64
    public let visit: AppVisit
    /// Whether this device loads the account's content for the first time (spec R8). It is set after the statements have
    /// run.
    public var isFirst = false
}

/// Records the first launch of each session. `Accounts` implements it.
public protocol LaunchRecord: Sendable {
    /// The statement that records this launch and returns one row with the Boolean `is_first`.
    ///
    /// The launch counts as the first for a minute, so that an app that lost the response can repeat the request.
    func mark(_ request: Request, _ context: RequestContext) throws -> SQL
}
