import Web

/// An upgrade rule as JSON, for administrators.
struct UpgradeRuleView: Encodable, Sendable {
    let id: String
    let platform: String
    let versionRange: String
    let kind: String
    let message: String
    let linkUrl: String
    let activeFrom: Instant?
    let activeTo: Instant?
    let revision: Int32
    let createdAt: Instant
    let updatedAt: Instant

    init(_ rule: UpgradeRule) {
        id = rule.id.description
        platform = rule.content.platform
        versionRange = rule.content.versionRange.text
        kind = rule.kind.rawValue
        message = rule.content.message
        linkUrl = rule.content.linkURL
        activeFrom = rule.content.activeFrom
        activeTo = rule.content.activeTo
        revision = rule.revision
        createdAt = rule.createdAt
        updatedAt = rule.updatedAt
    }
}
