import Tenancy

/// The settings that administrators can change for their tenant (spec R2, R4, R22, R67, Decided 23).
struct TenantProfile: Sendable, Hashable {
    var name: String
    /// The language as a BCP 47 tag.
    var locale: String
    /// The time zone as an IANA name, such as "Europe/Prague".
    var timeZone: String
    /// The accent colour as "#rrggbb"; `nil` for the default colour.
    var accentColour: String?
    /// The texts that replace standard texts, by key.
    var texts: [String: String] = [:]
    var learnMoreUrl: String?
    var conversionUrl: String?
    var supportUrl: String?
    var supportPhone: String?
    /// The origins whose web pages may call the API (`AllowedOrigins`).
    var allowedOrigins: [String] = []
    var policies = TenantPolicies()

    init(name: String, locale: String, timeZone: String) {
        self.name = name
        self.locale = locale
        self.timeZone = timeZone
    }
}

extension TenantProfile {
    /// Returns the names of the members that differ, for the audit log.
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

/// The rules of a tenant for listeners. The defaults equal the defaults of the columns of `app.tenant_profile`.
struct TenantPolicies: Sendable, Hashable {
    /// How far listeners can go back in live programmes, in milliseconds.
    var bufferMs: Int64 = 18_000_000
    var skipsBack = 1
    var skipsForward = 5
    var skipsTotal = 6
    var skipWindowMs: Int64 = 3_600_000
    /// The percentage of an episode after which it counts as heard.
    var completionPercent = 95
    /// Whether visitors may create their own accounts.
    var signUp = false
    /// The largest number of simultaneous streams of an account; `nil` for the server's maximum (`StreamLease.most`).
    var streamsPerAccount: Int?
}

/// The stored profile, with further values that administrators see.
struct TenantState: Sendable, Hashable {
    var profile: TenantProfile
    let revision: Int
    let slug: String
    /// The host names.
    let hosts: [String]
    let limits: TenantLimits
    /// The SHA-256 of the logo in hexadecimal; `nil` without a logo.
    let logo: String?
    /// The total size of the tenant's stored files, in bytes.
    let storedBytes: Int64
}
