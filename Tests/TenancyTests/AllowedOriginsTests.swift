import Logging
import Postgres
import TestSupport
import Testing

@testable import Tenancy

struct AllowedOriginsTests {
    @Test(arguments: [
        ("https://app.example", "https://app.example"), ("HTTPS://App.Example:443/", "https://app.example"),
        ("https://app.example:8443", "https://app.example:8443"),
        ("http://localhost:5173", "http://localhost:5173"), ("http://LOCALHOST:80", "http://localhost"),
        ("http://app.localhost:3000", "http://app.localhost:3000"), ("http://127.0.0.1:80", "http://127.0.0.1"),
        ("http://127.5.6.7:1", "http://127.5.6.7:1"), ("http://[::1]:9", "http://[::1]:9"),
        ("http://[0:0:0:0:0:0:0:1]", "http://[::1]"), ("https://[2001:DB8:0:0::1]", "https://[2001:db8::1]"),
        ("https://192.0.2.7:8443", "https://192.0.2.7:8443"), ("https://xn--4ca.example", "https://xn--4ca.example"),
        ("https://app.example.", "https://app.example"), ("https://app.example:65535", "https://app.example:65535"),
        ("*", "*"),
    ])
    func anOriginIsStoredAsBrowsersWriteIt(entry: String, origin: String) throws {
        #expect(try AllowedOrigins([entry]).list == [origin])
    }

    @Test(arguments: [
        "", "app.example", "https://", "https:///", "https://app.example/path", "https://app.example//", "null",
        "https://app.example?x", "https://app.example#x", "https://eva@app.example", "https://app.example:0",
        "https://app.example:65536", "https://app.example:+1", "https://app.example:", "https://app.example:http",
        "ftp://app.example",
        "ws://app.example", "file:///", "http://app.example", "http://127.0.0.1.example", "http://localhost.example",
        "http://10.0.0.1", "http://[::2]", "https://*.example", "https://*", "https://a b.example",
        "https://a,b.example",
        "https://a..example", "https://ä.example", "https://127.1", "https://1.2.3.4.5", "https://0x7f.1",
        "https://01.2.3.4",
        "https://256.1.1.1", "https://[::1", "https://[::ffff:1.2.3.4]", "https://[1:2]", "https://a\u{0}.example",
        "https://\(String(repeating: "a", count: 254))", "https://app.example\nhttps://b.example",
    ])
    func anInvalidOriginIsRefusedAndQuotedInTheError(entry: String) throws {
        let faults = try #require(throws: AllowedOrigins.Faults.self) {
            try AllowedOrigins(["https://good.example", entry])
        }
        #expect(faults.all.map(\.index) == [1])
        #expect(faults.all.first?.reason.hasPrefix("must ") == true)
        let isPlain = !entry.isEmpty && entry.count < 100 && !entry.unicodeScalars.contains { $0.value < 0x20 }
        if isPlain { #expect(faults.all.first?.reason.contains("\"\(entry)\"") == true) }
    }

    @Test func everyInvalidOriginOfAListIsReported() throws {
        let faults = try #require(throws: AllowedOrigins.Faults.self) {
            try AllowedOrigins(["https://a.example", "x", "*", "http://b.example"])
        }
        #expect(faults.all.map(\.index) == [1, 2, 3])
        #expect(faults.all[1].reason.contains("be the only entry") && faults.all[2].reason.contains("https://"))
    }

    @Test func moreThan32AllowedOriginsAreRefused() throws {
        let most = (1...32).map { "https://a\($0).example" }
        #expect(try AllowedOrigins(most).list.count == 32)
        let faults = try #require(throws: AllowedOrigins.Faults.self) {
            try AllowedOrigins(most + ["https://b.example"])
        }
        #expect(faults.all.map(\.index) == [nil])
        #expect(faults.all.first?.reason.contains("32") == true && faults.all.first?.reason.contains("33") == true)
    }

    @Test func duplicateOriginsAreMerged() throws {
        let origins = try AllowedOrigins(["https://b.example", "https://A.example", "https://b.example:443"])
        #expect(origins.list == ["https://a.example", "https://b.example"])
    }

    @Test func aListAllowsOnlyItsOriginsUnlessItIsAWildcard() throws {
        let origins = try AllowedOrigins(["https://a.example"])
        #expect(origins.contains("https://a.example"))
        for other in [
            "null", "", "*", "https://A.example", "https://a.example/", "https://a.example:443", "http://a.example",
        ] {
            #expect(!origins.contains(other), "\(other)")
        }
        #expect(try AllowedOrigins(["*"]).contains("null"))
        #expect(!AllowedOrigins.none.contains("") && AllowedOrigins.none.isEmpty)
    }

    /// The database accepts and stores every list that the program accepts.
    @Test func theDatabaseAcceptsTheSameListsOfOriginsAsTheProgram() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("north", host: "north.example")
            let registry = TenantRegistry(owner: database.owner)
            let directory = TenantDirectory(
                database.runtime, fallback: nil,
                of: nil, logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
            let long = "https://" + Array(repeating: String(repeating: "a", count: 49), count: 5).joined(separator: ".")
            var lists = [
                ["*"], [], ["http://localhost:5173", "http://[::1]", "http://127.0.0.1:65535", "http://a.localhost"],
            ]
            lists.append((10...41).map { "\(long).a\($0):65535" })
            for list in lists {
                var change = TenantChange()
                let origins = try AllowedOrigins(list)
                change.set(origins)
                try await registry.change("north", by: change)
                directory.invalidate()
                #expect(try await directory.tenant(authority: "north.example")?.allowedOrigins == origins)
            }
            for bad in [
                "*,https://a.example", "http://a.example", "null", "https://a.example/", "https://A.example",
                "\"https://a.example,https://b.example\"", "\"\"", "NULL", "https://", "http://localhost.example",
            ] {
                await #expect(throws: (any Error).self, "\(bad)") {
                    try await database.sql(
                        "update control.tenant set allowed_origins = '{\(bad)}' where tenant_id = \(tenant.id);")
                }
            }
            await #expect(throws: TenantRegistryError.badAllowedOrigins("http://a.example")) {
                var change = TenantChange()
                change.set(.allowedOrigins, to: "http://a.example")
                try await registry.change("north", by: change)
            }
        }
    }
}
