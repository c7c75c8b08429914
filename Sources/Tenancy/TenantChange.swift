import Postgres

/// A change of a tenant for `control.change_tenant`, with the member names of the API. A missing member stays unchanged. For the limits, the parts of
/// the multicast scope and the allowed origins, `nil` removes the stored value.
public struct TenantChange: Sendable, Hashable {
    /// The changed members with their values as text, which the database checks.
    public private(set) var members: [String: String?] = [:]
    /// The action in the audit log.
    public var action: String

    /// Creates a change without members. `action` is its name in the audit log: lower case, dots and hyphens.
    public init(_ action: String = "tenant.change") { self.action = action }

    /// Whether the change has no members.
    public var isEmpty: Bool { members.isEmpty }

    /// Sets a member. Pass `nil` only for a member whose value can be removed.
    public mutating func set(_ member: Member, to value: (some LosslessStringConvertible)?) {
        members.updateValue(value.map { String($0) }, forKey: member.rawValue)
    }

    /// Sets the parts of a multicast scope that are not `nil`.
    public mutating func set(_ scope: MulticastScope) {
        if let group = scope.group { set(.multicastGroup, to: group) }
        if let port = scope.port { set(.multicastPort, to: port) }
        if let interface = scope.interface { set(.multicastInterface, to: interface) }
        if let ttl = scope.ttl { set(.multicastTtl, to: ttl) }
    }

    /// Replaces the list of allowed origins.
    public mutating func set(_ origins: AllowedOrigins) {
        set(.allowedOrigins, to: origins.isEmpty ? nil : origins.list.joined(separator: " "))
    }

    /// The members that can be changed.
    public enum Member: String, Sendable, Hashable, CaseIterable {
        case name, locale, timeZone, integerSeconds, enabled
        case multicastGroup, multicastPort, multicastInterface, multicastTtl
        case requestsPerSecond, requestBurst, connections, streams, storedBytes, accounts
        /// The origins, separated by spaces.
        case allowedOrigins
    }

    /// The members that are limits.
    public static let limits: [Member] = [
        .requestsPerSecond, .requestBurst, .connections, .streams, .storedBytes, .accounts,
    ]

    /// The names and values of the members in the same order, for `jsonb_object`.
    public var columns: (names: [String], values: [String?]) {
        let sorted = members.sorted { $0.key < $1.key }
        return (names: sorted.map(\.key), values: sorted.map(\.value))
    }
}
