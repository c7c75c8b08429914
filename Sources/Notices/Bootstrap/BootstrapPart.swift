import HTTP
import Postgres
import Tenancy
import Web

/// A member of the data that an app loads at launch. Each slice supplies its parts, and `App` combines the parts of all slices.
///
/// A part declares its statements, so that the statements of all parts run as one transaction in one round trip. In `value(for:_:)` a part can add
/// data from memory.
public protocol BootstrapPart: Sendable {
    /// The name of the part's member in the response.
    var name: String { get }
    /// Returns the statements of the part. The statements must only read.
    func statements(for launch: Launch) -> [SQL]
    /// Returns the value of the member, or `nil` to leave out the member. A thrown error becomes the error of the whole response.
    ///
    /// - Parameter rows: The rows of the statements, in the order of the statements.
    func value(for launch: Launch, _ rows: [[Row]]) async throws -> (any Encodable & Sendable)?
    /// The value of the member for visitors who are not signed in; `nil` to leave out the member.
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
    /// Whether this is the first launch of the session (`LaunchRecord`, spec R8). The value is set after the statements have run.
    public var isFirst = false
}

/// A type that records the first launch of each session. `App` adapts the sessions of `Accounts` to this protocol.
public protocol LaunchRecord: Sendable {
    /// Returns the statement that records this launch. The statement returns one row with the Boolean column `is_first`, or no row if the session has
    /// ended.
    ///
    /// Further launches within a minute also count as the first, so that an app that lost the response can repeat the request. Throws 401 for a
    /// request without a session.
    func mark(_ request: Request, _ context: RequestContext) throws -> SQL
}
