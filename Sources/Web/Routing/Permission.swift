/// A permission of an account in its tenant. A route declares the permission that it requires, and openapi.yaml repeats it in `x-permission`.
///
/// One table lists the roles that have each permission. It lists `admin` for every permission, so that the code needs no exception for this role
/// (docs/decisions/0018-one-permission-table.md, spec Decided 3).
public enum Permission: String, Sendable, Hashable, CaseIterable {
    /// The permission to control the position of the concert on the air: to move it, to send the readings of a score follower, and to set the leading
    /// source and the automatic advance.
    case moveLive
    /// The permission to put a concert on the air or take it off the air, separate from `moveLive`, because a program that follows the music must
    /// move the position but never end the concert.
    case putOnAir
    /// The permission to send or schedule messages to the audience, and to withdraw or cancel them.
    case sendHallMessage
    /// The permission to edit, import and publish concerts with their pieces, pictures and app assets, and to edit the glossary.
    case editConcerts
    /// The permission to see the operator's pages, and to read the sources, the emitter and the report of the live concert.
    case viewOperator
    /// The permission to read the audit log.
    case readAudit
    /// The permission to see the administration's start page and the history of requests.
    case viewAdmin
    /// The permission to read and change the tenant's settings, logo and SoundCloud application.
    case manageTenant
    /// The permission to export all data of the tenant as one archive.
    case exportTenant
    /// The permission to edit the texts of the app's notices, such as the data warning.
    case manageNotices
    /// The permission to set which versions of the app should or must be replaced.
    case manageUpgradeRules
    /// The permission to announce new content to every account, and to read the announcements.
    case announceContent
    /// The permission to invite people, to read, create, change and delete accounts of the tenant, and to end their sessions.
    case manageAccounts
    /// The permission to manage the subscriptions of listeners.
    case manageSubscriptions
    /// The permission to see the station's pages, and to read its broadcasts, schedule rules, imports and numbers of listeners.
    case viewStation
    /// The permission to edit the catalogue: channels, categories, genres, tags, shows, serials, episodes, people, pictures and editorial lists.
    case editCatalogue
    /// The permission to edit the schedule and the actual times of broadcasts.
    case editSchedule
    /// The permission to import programme files and reports of the automation system, and to cancel imports.
    case importRadio

    private static let table: [Permission: Set<Role>] = [
        .moveLive: [.operator, .admin],
        .putOnAir: [.operator, .admin],
        .sendHallMessage: [.operator, .admin],
        .editConcerts: [.editor, .admin],
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
