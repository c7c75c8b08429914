import Web

/// The content of an upgrade rule, as an administrator sends it and as it is stored, with checked values.
struct UpgradeRuleDraft: Sendable, Hashable {
    let platform: String
    let versionRange: VersionRange
    let kind: UpgradeRule.Kind
    let message: String
    let linkURL: String
    /// The time from which the rule applies; `nil` if the rule has no start time.
    let activeFrom: Instant?
    /// The time from which the rule no longer applies; `nil` if the rule has no end time.
    let activeTo: Instant?
}

extension UpgradeRuleDraft: Decodable {
    private enum Member: String, CodingKey {
        case platform, versionRange, kind, message, linkUrl, activeFrom, activeTo
    }

    /// Decodes and checks a rule. Throws `DecodingError` for a missing member or a wrong type, or 422 with all faults if values are invalid.
    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        let range = try members.decode(String.self, forKey: .versionRange)
        let kind = try members.decode(String.self, forKey: .kind)
        platform = try members.decode(String.self, forKey: .platform)
        message = try members.decode(String.self, forKey: .message)
        linkURL = try members.decode(String.self, forKey: .linkUrl)
        activeFrom = try members.decodeIfPresent(Instant.self, forKey: .activeFrom)
        activeTo = try members.decodeIfPresent(Instant.self, forKey: .activeTo)

        var faults = Faults()
        faults.check(
            Platform.isValid(platform), "/platform",
            "must be 1 to 32 lower-case letters (a to z), digits or hyphens, beginning with a letter, such as \"ios\", "
                + "found \"\(platform.prefix(100))\"")
        let readRange = VersionRange(range)
        faults.check(
            readRange != nil, "/versionRange",
            "must be a version range in npm syntax, such as \">=1.0 <2.3\" or \"1.x\", found \"\(range.prefix(100))\"")
        let readKind = UpgradeRule.Kind(rawValue: kind)
        faults.check(readKind != nil, "/kind", "must be \"optional\" or \"forced\", found \"\(kind.prefix(100))\"")
        faults.checkText(message, "/message", limit: NoticeText.messageLimit, isOneLine: false)
        faults.check(
            WebAddress.isValid(linkURL), "/linkUrl", "\(WebAddress.rule), found \"\(linkURL.prefix(100))\"")
        if let activeFrom, let activeTo {
            faults.check(
                activeFrom < activeTo, "/activeTo", "must be later than activeFrom (\(activeFrom)), found \(activeTo)")
        }
        guard let readRange, let readKind, faults.isEmpty else { throw faults.error }
        versionRange = readRange
        self.kind = readKind
    }
}
