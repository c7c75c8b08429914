import Testing
import Web

@testable import App

@Suite struct RateSettingsTests {
    @Test func theDefaultRateSettingsEqualTheBuiltInRateLimits() throws {
        #expect(try Settings(environment: [:]).rates == RateLimits())
    }

    @Test func aRateOfZeroDisablesTheRateLimit() throws {
        let rates = try Settings(
            environment: ["TUTTI_RATE_ADDRESS": "0", "TUTTI_RATE_ACCOUNT": "3:4", "TUTTI_MAX_CONNECTIONS": "100"]
        ).rates
        #expect(rates.address == nil)
        #expect(rates.account == RateLimit(perSecond: 3, burst: 4))
        #expect(rates.requestsPerTenant == 80, "the limit of all connections lowers this limit")
    }

    @Test(arguments: [("TUTTI_RATE_ADDRESS", "5"), ("TUTTI_RATE_TENANT", "0:5"), ("TUTTI_RATE_ACCOUNT", "+5:5")])
    func aMalformedRateIsRefused(name: String, value: String) throws {
        let error = #expect(throws: SettingsError.self) { try Settings(environment: [name: value]) }
        #expect(try #require(error).description.contains("\(name)=\(value) must be PER_SECOND:BURST"))
    }

    @Test func aChangedRateIsReportedByNameAndValue() throws {
        let old = try Settings(environment: [:]).rates
        let new = try Settings(
            environment: ["TUTTI_RATE_TENANT": "0", "TUTTI_MAX_REQUESTS_PER_TENANT": "5"]
        ).rates
        #expect(new.changes(from: old) == ["TUTTI_MAX_REQUESTS_PER_TENANT=5", "TUTTI_RATE_TENANT=0"])
        #expect(old.changes(from: old).isEmpty)
    }
}
