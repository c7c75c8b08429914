import Web

/// What an administrator says in a rule. A draft that was read from a request may be stored.
struct UpgradeRuleDraft: Sendable, Hashable {
    let platform: String
    let versionRange: VersionRange
    let kind: UpgradeRule.Kind
    let message: String
    let linkURL: String
    /// From when it holds; `nil` for ever since.
    let activeFrom: Instant?
    /// The first moment at which it does not hold any more; `nil` for ever on.
    let activeTo: Instant?
}

extension UpgradeRuleDraft: Decodable {
    private enum Member: String, CodingKey {
        case platform, versionRange, kind, message, linkUrl, activeFrom, activeTo
    }

    /// Throws 422 that names every member at fault.
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
            "must be a lower-case name such as \"ios\": a letter, then letters, digits or hyphens, at most 32 in all")
        let readRange = VersionRange(range)
        faults.check(
            readRange != nil, "/versionRange",
            "must be a version range in npm syntax, such as \">=1.0 <2.3\" or \"1.x\"")
        let readKind = UpgradeRule.Kind(rawValue: kind)
        faults.check(readKind != nil, "/kind", "must be \"optional\" or \"forced\"")
        faults.checkText(message, "/message", limit: NoticeWords.messageLimit, isOneLine: false)
        faults.check(WebAddress.isValid(linkURL), "/linkUrl", WebAddress.rule)
        if let activeFrom, let activeTo {
            faults.check(activeFrom < activeTo, "/activeTo", "must be later than activeFrom")
        }
        guard let readRange, let readKind, faults.isEmpty else { throw faults.error }
        versionRange = readRange
        self.kind = readKind
    }
}
