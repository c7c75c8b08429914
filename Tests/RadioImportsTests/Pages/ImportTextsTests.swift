import Tenancy
import Testing
import Web

@testable import RadioImports

struct ImportTextsTests {
    @Test(arguments: [
        ("2026-07-13T22:03:59Z", "Europe/Prague", "2026-07-14 00:03"),
        ("2026-01-13T22:03:59Z", "Europe/Prague", "2026-01-13 23:03"),
        ("2026-07-13T02:30:00Z", "America/St_Johns", "2026-07-13 00:00"),
        ("2026-07-13T02:30:00Z", "UTC", "2026-07-13 02:30"),
    ])
    func timesOfImportsAreShownInTheTimeZoneOfTheTenant(instant: String, zone: String, shown: String) throws {
        let tenant = Tenant(
            id: TenantID(rawValue: 1), slug: "hall", name: "Hall", locale: "en", integerSeconds: false,
            multicast: MulticastScope(), timeZone: zone)
        let moment = try #require(Instant(rfc3339: instant))
        #expect(ImportTexts.localTime(moment, in: tenant) == shown)
        #expect(ImportTexts.moment(moment, in: tenant).text == "<time datetime=\"\(moment)\">\(shown)</time>")
    }
}
