import Web

extension Settings {
    /// Returns the limits for the requests of addresses, accounts and tenants. Records a problem for each invalid setting.
    ///
    /// - Parameter connections: the limit of connections, of which four fifths is the default limit of simultaneous requests of a tenant.
    static func rates(_ environment: inout Environment, connections: Int) -> RateLimits {
        var rates = RateLimits()
        rates.address = rate("TUTTI_RATE_ADDRESS", &environment)
        rates.account = rate("TUTTI_RATE_ACCOUNT", &environment)
        rates.tenant = rate("TUTTI_RATE_TENANT", &environment)
        rates.requestsPerTenant =
            environment.integer("TUTTI_MAX_REQUESTS_PER_TENANT", in: 1...1_000_000) ?? connections / 5 * 4
        return rates
    }

    /// Returns the value, parsed as "PER_SECOND:BURST"; `nil`, which means no limit, for 0 and for an invalid value. Records a problem for an invalid
    /// value.
    private static func rate(_ name: String, _ environment: inout Environment) -> RateLimit? {
        guard let text = environment.value(name), text != "0" else { return nil }
        guard let limit = RateLimit(text) else {
            let (least, most) = (RateLimit.range.lowerBound, RateLimit.range.upperBound)
            environment.refuse(
                "\(name)=\(text) must be PER_SECOND:BURST, whole numbers from \(least) to \(most), or 0 for no limit")
            return nil
        }
        return limit
    }
}

extension RateLimits {
    /// Returns the settings that differ from those in `old`, with their new values, such as "TUTTI_RATE_ADDRESS=0".
    func changes(from old: RateLimits) -> [String] {
        zip(old.named, named).compactMap { was, new in was.value == new.value ? nil : "\(new.name)=\(new.value)" }
    }

    private var named: [(name: String, value: String)] {
        [
            ("TUTTI_MAX_REQUESTS_PER_TENANT", String(requestsPerTenant)),
            ("TUTTI_RATE_ADDRESS", address?.description ?? "0"),
            ("TUTTI_RATE_ACCOUNT", account?.description ?? "0"),
            ("TUTTI_RATE_TENANT", tenant?.description ?? "0"),
        ]
    }
}
