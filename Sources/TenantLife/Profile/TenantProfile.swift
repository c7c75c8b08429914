import Tenancy

/// What a tenant's administrators say of it: its name and clock, how its pages look, the words and addresses that its
/// apps show, and the rules that its listeners play by (spec R2, R4, R22, R67).
/// Spec Decided 23.
struct TenantProfile: Sendable, Hashable {
    var name: String
    /// A BCP 47 tag.
    var locale: String
    /// An IANA zone.
    var timeZone: String
    /// "#rrggbb", or `nil` for the program's own.
    var accentColour: String?
    /// Words that replace the program's own, by their key.
    var texts: [String: String] = [:]
    var learnMoreUrl: String?
    var conversionUrl: String?
    var supportUrl: String?
    var supportPhone: String?
    /// Pages of which other origins may call the interface (`AllowedOrigins`).
    var allowedOrigins: [String] = []
    var policies = TenantPolicies()

    init(name: String, locale: String, timeZone: String) {
        self.name = name
        self.locale = locale
        self.timeZone = timeZone
    }
}

extension TenantProfile {
    /// The members that differ from another profile's, for the record: which, and not what they say.
    func differences(from old: TenantProfile) -> [String] {
        let members: [(String, Bool)] = [
            ("name", name == old.name), ("locale", locale == old.locale), ("timeZone", timeZone == old.timeZone),
            ("accentColour", accentColour == old.accentColour), ("texts", texts == old.texts),
            ("learnMoreUrl", learnMoreUrl == old.learnMoreUrl), ("conversionUrl", conversionUrl == old.conversionUrl),
            ("supportUrl", supportUrl == old.supportUrl), ("supportPhone", supportPhone == old.supportPhone),
            ("allowedOrigins", allowedOrigins == old.allowedOrigins), ("policies", policies == old.policies),
        ]
        return members.filter { !$0.1 }.map(\.0)
    }
}

/// The rules of a tenant; what is written here is what holds until an administrator says otherwise, as in the columns
/// of `app.tenant_profile`.
struct TenantPolicies: Sendable, Hashable {
    /// How far back listeners may go in what is on the air.
    var bufferMs: Int64 = 18_000_000
    var skipsBack = 1
    var skipsForward = 5
    var skipsTotal = 6
    var skipWindowMs: Int64 = 3_600_000
    /// The part of an item, in percent, after which it counts as heard to its end.
    var completionPercent = 95
    /// Whether anybody may make an account.
    var signUp = false
    /// How many streams an account may play at once; `nil` for any number.
    var streamsPerAccount: Int?
}

/// A profile as it is kept, and what its administrators see beside it and cannot change.
struct TenantState: Sendable, Hashable {
    var profile: TenantProfile
    let revision: Int
    let slug: String
    /// What it answers to.
    let hosts: [String]
    let limits: TenantLimits
    /// The SHA-256 of the logo in hexadecimal.
    let logo: String?
    /// Bytes of pictures and other files.
    let storedBytes: Int64
}
