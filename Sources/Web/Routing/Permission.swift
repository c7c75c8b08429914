/// A permission of an account in its tenant. A route declares the permission that it requires, and openapi.yaml repeats it in
/// `x-permission`.
///
/// Only the table decides; the table lists `admin` in every row instead of treating it as an exception
/// (docs/decisions/0018-one-permission-table.md, spec Decided 3).
public enum Permission: String, Sendable, Hashable, CaseIterable {
    /// Move the concert on the air to another measure, piece or state.
    case moveLive
    /// Put a concert on the air, or take it off. Separate from `moveLive`, because a program that follows the music must move the
    /// position but never end the concert.
    case putOnAir
    /// Send a message to the audience, or withdraw a message.
    case sendHallMessage
    /// See the operator's page.
    case viewOperator
    /// Read the audit log.
    case readAudit
    /// See the administration's start page.
    case viewAdmin
    /// Change the tenant's profile, the look of its pages and the rules for listeners.
    case manageTenant
    /// Export all data of the tenant as one archive.
    case exportTenant
    /// Edit the texts of the app's notices, such as the data warning.
    case manageNotices
    /// Set which versions of the app should or must be replaced.
    case manageUpgradeRules
    /// Announce new content to every account.
    case announceContent
    /// Create, change and delete accounts of the tenant, and invite people.
    case manageAccounts
    /// Manage the subscriptions of listeners.
    case manageSubscriptions
    /// See the station's pages, such as the week, the line-up and the imports.
    case viewStation
    /// Create and change channels, shows, episodes, people and editorial lists.
    case editCatalogue
    /// Edit the schedule and the actual times of broadcasts.
    case editSchedule
    /// Import programme files and reports of the playout system.
    case importRadio

    /// The roles that have each permission. No role has a permission without a row.
    private static let table: [Permission: Set<Role>] = [
        .moveLive: [.operator, .admin],
        .putOnAir: [.operator, .admin],
        .sendHallMessage: [.operator, .admin],
        .viewOperator: [.operator, .admin],
        .readAudit: [.admin],
        .viewAdmin: [.admin],
        .manageTenant: [.admin],
        .exportTenant: [.admin],
        .manageNotices: [.admin],
        .manageUpgradeRules: [.admin],
        .announceContent: [.programmer, .admin],
        .manageAccounts: [.admin],
        .manageSubscriptions: [.admin],
        .viewStation: [.programmer, .admin],
        .editCatalogue: [.programmer, .admin],
        .editSchedule: [.programmer, .admin],
        .importRadio: [.programmer, .admin],
    ]

    /// The roles that have this permission.
    public var roles: Set<Role> { Self.table[self] ?? [] }
}

extension Role {
    /// Returns whether this role has the permission.
    public func has(_ permission: Permission) -> Bool { permission.roles.contains(self) }
}
