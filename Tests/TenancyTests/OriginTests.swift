import Logging
import TestSupport
import Testing

@testable import Tenancy

struct OriginTests {
    @Test(arguments: [
        ("https://radio.example", "https://radio.example"), ("https://radio.example:443", "https://radio.example"),
        ("http://Radio.Example:8080/", "http://radio.example:8080"), ("http://[2001:DB8::1]", "http://[2001:db8::1]"),
        ("http://[2001:db8::1]:8080", "http://[2001:db8::1]:8080"), ("http://127.0.0.1:80", "http://127.0.0.1"),
    ])
    func aPublicAddressGivesItsNormalisedOrigin(text: String, origin: String) throws {
        #expect(try #require(PublicAddress(text)).origin(ofHost: nil).text == origin)
    }

    @Test(arguments: [
        "radio.example", "ftp://radio.example", "https://", "https://radio.example/path", "https://a@radio.example",
        "https://radio.example:0", "https://radio.example:65536", "https://radio.example:",
    ])
    func anInvalidPublicAddressIsRefused(text: String) { #expect(PublicAddress(text) == nil) }

    @Test func theOriginOfATenantUsesTheHostThatWasAddedFirst() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("north", host: "zulu.example")
            try await database.sql(
                "insert into control.tenant_host (host, tenant_id) values ('alpha.example', \(tenant.id));")
            let directory = TenantDirectory(
                database.runtime, fallback: "north", address: PublicAddress(scheme: "https", host: "x", port: 8443),
                of: nil, logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
            for authority in ["zulu.example", "alpha.example:99", "ALPHA.example.", "192.0.2.1:7"] {
                let origin = try await directory.tenant(authority: authority)?.origin
                #expect(origin?.text == "https://zulu.example:8443", "\(authority)")
                #expect(origin?.host == "zulu.example", "\(authority)")
            }
        }
    }

    @Test func theOriginOfATenantWithoutAHostIsThePublicAddress() async throws {
        try await withDatabase { database in
            try await database.tenant("demo")
            let directory = TenantDirectory(
                database.runtime, fallback: "demo", address: PublicAddress(port: 8080),
                of: nil, logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
            for authority in ["127.0.0.1:8080", "localhost", nil] {
                #expect(try await directory.tenant(authority: authority)?.origin.text == "http://localhost:8080")
            }
        }
    }
}
