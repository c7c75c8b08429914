import Tenancy

/// The response of `getConfig`. Encodes missing values as `null`.
struct AppConfigView: Encodable, Sendable {
    private let config: AppConfig
    private let tenant: Tenant

    init(_ config: AppConfig, of tenant: Tenant) {
        self.config = config
        self.tenant = tenant
    }

    private enum Member: String, CodingKey {
        case learnMoreUrl, conversionUrl, supportUrl, supportPhone, name, locale, timeZone, brand, signUp
    }

    private enum BrandMember: String, CodingKey { case accentColour, logoUrl }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Member.self)
        try members.encode(config.learnMoreURL, forKey: .learnMoreUrl)
        try members.encode(config.conversionURL, forKey: .conversionUrl)
        try members.encode(config.supportURL, forKey: .supportUrl)
        try members.encode(config.supportPhone, forKey: .supportPhone)
        try members.encode(tenant.name, forKey: .name)
        try members.encode(tenant.locale, forKey: .locale)
        try members.encode(tenant.timeZone, forKey: .timeZone)
        try members.encode(config.offersSignUp, forKey: .signUp)
        var brand = members.nestedContainer(keyedBy: BrandMember.self, forKey: .brand)
        try brand.encode(tenant.brand.accentColour, forKey: .accentColour)
        try brand.encode(tenant.brand.logo.map { _ in "/logo" }, forKey: .logoUrl)
    }
}
