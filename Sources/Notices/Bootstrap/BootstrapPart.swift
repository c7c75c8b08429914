import HTTP
import Postgres
import Tenancy
import Web

/// A member of the data that an app loads at launch. Each slice supplies its parts, and `App` combines them.
///
/// A part declares its statements, so that the statements of all parts run as one transaction in one round trip.
public protocol BootstrapPart: Sendable {
    /// The name of the member.
    var name: String { get }
    /// Returns the statements of the part, which must only read.
    func statements(for launch: Launch) -> [SQL]
    /// Returns the value of the member, or `nil` to leave out the member. `rows` has the rows of each statement, in the order of the statements. An
    /// error fails the whole response.
    func value(for launch: Launch, _ rows: [[Row]]) async throws -> (any Encodable & Sendable)?
    /// The value for visitors who are not signed in; `nil` to leave out the member.
    var valueForNobody: (any Encodable & Sendable)? { get }
}

extension BootstrapPart {
    /// The default is `nil`, because most parts belong to an account.
    public var valueForNobody: (any Encodable & Sendable)? { nil }
}

/// A launch of the app by an account.
public struct Launch: Sendable {
    public let tenant: Tenant
    public let account: Int64
    public let recipient: NoticeRecipient
    /// Whether this is the first launch of the session (`LaunchRecord`, spec R8), set after the statements have run.
    public var isFirst = false
}

/// A type that records the first launch of each session.
public protocol LaunchRecord: Sendable {
    /// Returns the statement that records this launch. Its row has the Boolean column `is_first`; there is no row if the session has ended. Throws
    /// 401 for a request without a session.
    ///
    /// Launches within a minute of the first also count as the first, so that an app that lost the response can repeat the request.
    func mark(_ request: Request, _ context: RequestContext) throws -> SQL
}
