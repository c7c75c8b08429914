import Foundation
import HTTP
import Testing

@testable import App

@Suite struct LimitSettingsTests {
    /// Spec S1.26, Decided 8.
    @Test func oneAddressMayUseAllConnectionsByDefault() throws {
        let limits = try Settings(environment: [:]).limits
        #expect(limits == Limits(), "the settings' defaults are the server's")
        #expect(limits.connectionsPerAddress == limits.connections)
        #expect(limits.streamsPerAddress < limits.connections, "streams leave room for requests")
    }

    @Test func theLimitOfConnectionsLowersTheDefaultsOfTheOtherLimits() throws {
        let limits = try Settings(environment: ["TUTTI_MAX_CONNECTIONS": "100"]).limits
        #expect(limits.connectionsPerAddress == 100)
        #expect(limits.streamsPerRealm == 80)
        #expect(limits.streamsPerAddress == 80)
        let own = try Settings(
            environment: ["TUTTI_MAX_CONNECTIONS": "100", "TUTTI_MAX_STREAMS_PER_ADDRESS": "3"]
        ).limits
        #expect(own.streamsPerAddress == 3)
        #expect(own.streamsPerRealm == 80)
    }

    @Test(arguments: [
        ("TUTTI_MAX_CONNECTIONS", "15"), ("TUTTI_MAX_CONNECTIONS_PER_ADDRESS", "0"),
        ("TUTTI_MAX_STREAMS_PER_TENANT", "0"), ("TUTTI_MAX_STREAMS_PER_ADDRESS", "-1"),
        ("TUTTI_HEADER_TIMEOUT", "19"), ("TUTTI_BODY_TIMEOUT", "19"), ("TUTTI_IDLE_TIMEOUT", "0"),
        ("TUTTI_IDLE_TIMEOUT", "601"),
        ("TUTTI_WRITE_TIMEOUT", "121"),
    ])
    func aServerLimitOutOfRangeIsRefused(name: String, value: String) throws {
        let error = #expect(throws: SettingsError.self) { try Settings(environment: [name: value]) }
        #expect(try #require(error).description.contains("\(name)=\(value) must be a whole number from "))
    }

    @Test func aChangedLimitIsReportedByNameAndValue() throws {
        let old = try Settings(environment: [:]).limits
        let new = try Settings(environment: ["TUTTI_IDLE_TIMEOUT": "5", "TUTTI_MAX_CONNECTIONS_PER_ADDRESS": "7"])
            .limits
        #expect(new.changes(from: old) == ["TUTTI_MAX_CONNECTIONS_PER_ADDRESS=7", "TUTTI_IDLE_TIMEOUT=5"])
        #expect(old.changes(from: old).isEmpty)
    }
}
