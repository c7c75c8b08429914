import Postgres

/// The key of a tenant: an orchestra, a festival or a broadcaster.
public struct TenantID: Sendable, Hashable, RawRepresentable, CustomStringConvertible {
    public let rawValue: Int32

    public init(rawValue: Int32) { self.rawValue = rawValue }

    public var description: String { String(rawValue) }
}

/// `integer`, as `control.tenant` has it.
extension TenantID: PostgresCodable {}
