import Postgres

/// The key of a tenant: an orchestra, a festival or a broadcaster.
public struct TenantID: Sendable, Hashable, RawRepresentable, CustomStringConvertible {
    public let rawValue: Int32

    public init(rawValue: Int32) { self.rawValue = rawValue }

    public var description: String { String(rawValue) }
}

extension TenantID: PostgresEncodable {
    /// `integer`, as `control.tenant` has it.
    public static var type: UInt32 { 23 }

    public var bind: Bind { Bind(type: Self.type, bytes: Array(description.utf8)) }
}
