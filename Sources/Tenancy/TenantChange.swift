import Postgres

/// What is to change of a tenant, by the names that the interface has for it: what is not named stays, and `nil` takes
/// a value away, so that the installation's own counts again. `control.change_tenant` carries it out.
public struct TenantChange: Sendable, Hashable {
    /// Every value as text; the schema knows what it must be.
    public private(set) var members: [String: String?] = [:]
    /// What it is called in the record.
    public var action: String

    /// - Parameter action: "tenant.change": lower case, dots, hyphens.
    public init(_ action: String = "tenant.change") { self.action = action }

    /// Whether it names nothing.
    public var isEmpty: Bool { members.isEmpty }

    /// Names a member; `nil` for a member that is to have no value.
    public mutating func set(_ member: Member, to value: (some LosslessStringConvertible)?) {
        members.updateValue(value.map { String($0) }, forKey: member.rawValue)
    }

    /// Names the parts that a scope has; the parts that are `nil` stay as they are.
    public mutating func set(_ scope: MulticastScope) {
        if let group = scope.group { set(.multicastGroup, to: group) }
        if let port = scope.port { set(.multicastPort, to: port) }
        if let interface = scope.interface { set(.multicastInterface, to: interface) }
        if let ttl = scope.ttl { set(.multicastTtl, to: ttl) }
    }

    /// Names the list of allowed origins, which is replaced as a whole.
    public mutating func set(_ origins: AllowedOrigins) {
        set(.allowedOrigins, to: origins.isEmpty ? nil : origins.list.joined(separator: " "))
    }

    /// What can be changed.
    public enum Member: String, Sendable, Hashable, CaseIterable {
        case name, locale, timeZone, integerSeconds, enabled
        case multicastGroup, multicastPort, multicastInterface, multicastTtl
        case requestsPerSecond, requestBurst, connections, streams, storedBytes, accounts
        /// Separated by blanks.
        case allowedOrigins
    }

    /// The limits among them: whole numbers above zero, or none.
    public static let limits: [Member] = [
        .requestsPerSecond, .requestBurst, .connections, .streams, .storedBytes, .accounts,
    ]

    /// Its names and values, in the same order, for `jsonb_object`.
    public var columns: (names: [String], values: [String?]) {
        let sorted = members.sorted { $0.key < $1.key }
        return (names: sorted.map(\.key), values: sorted.map(\.value))
    }
}
