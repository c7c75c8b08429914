import Postgres

/// The ID of a tenant, such as an orchestra, a festival or a broadcaster.
public struct TenantID: Sendable, Hashable, RawRepresentable, CustomStringConvertible {
    public let rawValue: Int32

    public init(rawValue: Int32) { self.rawValue = rawValue }

    public var description: String { String(rawValue) }
}

/// A tenant's ID is `integer` in `control.tenant`.
extension TenantID: PostgresCodable {}
