/// What an account may be allowed to do in its tenant. A route names the one that it asks for, and openapi.yaml names
/// it too, in `x-permission`.
///
/// The table alone decides: `admin` stands in every row instead of being let through beside it
/// (docs/decisions/0018-one-permission-table.md).
/// Spec Decided 3.
public enum Permission: String, Sendable, Hashable, CaseIterable {
    /// Move the concert on the air to another measure, piece or state.
    case moveLive
    /// Put a concert on the air, or take it off. Apart from `moveLive`: what follows the music by itself needs to
    /// step, and never to end the evening.
    case putOnAir
    /// Send a message to the whole hall, or withdraw one.
    case sendHallMessage
    /// See the operator's page: the programme on the air, or the concerts to choose from.
    case viewOperator
    /// Read who did what: the record of privileged acts.
    case readAudit
    /// See the page that administrators start from.
    case viewAdmin
    /// Change what the tenant says of itself, how its pages look and the rules that its listeners play by.
    case manageTenant
    /// Take everything of the tenant along, as one archive.
    case exportTenant
    /// Word the notices that the app shows: the data warning, the first loading.
    case manageNotices
    /// Say which versions of the app are to be replaced, or must be.
    case manageUpgradeRules
    /// Tell every account that the catalogue has been made anew. Programming makes it, so programming says so.
    case announceContent
    /// Make, change and end accounts of the tenant, and invite people.
    case manageAccounts
    /// Say which listeners have a subscription, one by one or many at once.
    case manageSubscriptions
    /// See the station's pages: the week, the line-up, what was brought in.
    case viewStation
    /// Make and change channels, shows, episodes, people, and the lists that programming keeps.
    case editCatalogue
    /// Say what is on when, and what it came to.
    case editSchedule
    /// Bring in whole files, from elsewhere or from what plays out.
    case importRadio

    /// Who may do what. A permission without a row is nobody's.
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

    /// The roles that have it.
    public var roles: Set<Role> { Self.table[self] ?? [] }
}

extension Role {
    /// Whether accounts of this role may do it.
    public func has(_ permission: Permission) -> Bool { permission.roles.contains(self) }
}
