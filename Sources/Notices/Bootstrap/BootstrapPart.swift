import HTTP
import Postgres
import Tenancy
import Web

/// A member of the data that an app loads at launch. Each slice supplies parts, and `App` combines the parts of all slices.
///
/// A part declares its statements, so that the statements of all parts run as one transaction in one round trip. A part can add data
/// from memory in `value(for:_:)`.
public protocol BootstrapPart: Sendable {
    /// The name of the member in the response.
    var name: String { get }
    /// Returns the statements of the part. The statements must only read.
    func statements(for launch: Launch) -> [SQL]
    /// Returns the value of the member, or `nil` to leave out the member.
    ///
    /// - Parameter rows: the rows of the statements, in their order.
    func value(for launch: Launch, _ rows: [[Row]]) async throws -> (any Encodable & Sendable)?
    /// The value of the member for visitors who are not signed in, or `nil` to leave out the member.
    var valueForNobody: (any Encodable & Sendable)? { get }
}

extension BootstrapPart {
    /// Leaves out the member, because most parts belong to an account.
    public var valueForNobody: (any Encodable & Sendable)? { nil }
}

/// A launch of the app by an account.
public struct Launch: Sendable {
    public let tenant: Tenant
    public let account: Int64
    public let visit: AppVisit
    /// Whether this device loads the account's content for the first time (spec R8). Set after the statements have run.
    public var isFirst = false
}

/// A record of the first launch of each session, implemented by `Accounts`.
public protocol LaunchRecord: Sendable {
    /// Returns the statement that records this launch and returns one row with the Boolean `is_first`.
    ///
    /// Repeated launches within a minute also count as the first, so that an app that lost the response can repeat the request.
    func mark(_ request: Request, _ context: RequestContext) throws -> SQL
}
