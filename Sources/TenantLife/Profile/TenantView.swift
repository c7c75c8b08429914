import Cryptography
import FoundationEssentials
import Tenancy

/// The settings of a tenant as JSON.
struct TenantView: Encodable, Sendable {
    let name: String
    let locale: String
    let timeZone: String
    let accentColour: String?
    let texts: [String: String]
    let learnMoreUrl: String?
    let conversionUrl: String?
    let supportUrl: String?
    let supportPhone: String?
    let allowedOrigins: [String]
    let policies: Policies
    let slug: String
    let hosts: [String]
    let limits: LimitsView
    let logoUrl: String?
    let storedBytes: Int64
    let revision: Int

    struct Policies: Encodable, Sendable {
        let bufferMs: Int64
        let skipsBack: Int
        let skipsForward: Int
        let skipsTotal: Int
        let skipWindowMs: Int64
        let completionPercent: Int
        let signUp: Bool
        let streamsPerAccount: Int?
    }

    init(_ state: TenantState) {
        let profile = state.profile
        name = profile.name
        locale = profile.locale
        timeZone = profile.timeZone
        accentColour = profile.accentColour
        texts = profile.texts
        learnMoreUrl = profile.learnMoreUrl
        conversionUrl = profile.conversionUrl
        supportUrl = profile.supportUrl
        supportPhone = profile.supportPhone
        allowedOrigins = profile.allowedOrigins
        policies = Policies(
            bufferMs: profile.policies.bufferMs, skipsBack: profile.policies.skipsBack,
            skipsForward: profile.policies.skipsForward, skipsTotal: profile.policies.skipsTotal,
            skipWindowMs: profile.policies.skipWindowMs, completionPercent: profile.policies.completionPercent,
            signUp: profile.policies.signUp, streamsPerAccount: profile.policies.streamsPerAccount)
        slug = state.slug
        hosts = state.hosts
        limits = LimitsView(state.limits)
        logoUrl = state.logo.map { "/logo?v=\($0.prefix(16))" }
        storedBytes = state.storedBytes
        revision = state.revision
    }
}

/// The JSON of a tenant's own limits. An absent member has the meaning of `nil` in `TenantLimits`.
struct LimitsView: Encodable, Sendable {
    let requestsPerSecond: Int?
    let requestBurst: Int?
    let connections: Int?
    let streams: Int?
    let storedBytes: Int64?
    let accounts: Int?

    init(_ limits: TenantLimits) {
        requestsPerSecond = limits.requestsPerSecond
        requestBurst = limits.requestBurst
        connections = limits.connections
        streams = limits.streams
        storedBytes = limits.storedBytes
        accounts = limits.accounts
    }
}

extension TenantState {
    /// The strong entity tag of the settings (RFC 9110 §8.8.3). It contains a hash, because the platform can change the name without a new revision.
    var entityTag: String {
        let profile = profile
        let texts = profile.texts.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
        let parts =
            [profile.name, profile.locale, profile.timeZone, profile.accentColour ?? "", logo ?? ""] + texts
            + profile.allowedOrigins
        let digits = SHA256.hash(data: parts.joined(separator: "\u{0}").utf8).hexadecimal.prefix(16)
        return "\"\(revision)-\(digits)\""
    }
}
