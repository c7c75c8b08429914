import Tenancy
import Testing

@testable import Players

struct RecentDescriptionsTests {
    private static let owner = PlayerOwner(tenant: TenantID(rawValue: 1), account: 7)
    private static let text = PlayerItemDescription(title: "Salt Road", artist: "Aurora Vale", artworkURL: nil)

    @Test func cachedTextsOfATrackAreUsedForTenSeconds() {
        let recent = RecentDescriptions()
        let start = ContinuousClock.now
        recent.keep(Self.text, of: "a", for: Self.owner, readAt: start)
        #expect(recent.description(of: "a", for: Self.owner, at: start + .seconds(10)) == Self.text)
        #expect(recent.description(of: "a", for: Self.owner, at: start + .seconds(11)) == nil)
        #expect(recent.description(of: "b", for: Self.owner, at: start) == nil)
    }

    /// A title may be the listener's own correction, and equal identifiers occur in several tenants.
    @Test func cachedTextsAreUsedOnlyForTheirListenerAndTenant() {
        let recent = RecentDescriptions()
        let start = ContinuousClock.now
        recent.keep(Self.text, of: "a", for: Self.owner, readAt: start)
        for other in [
            PlayerOwner(tenant: TenantID(rawValue: 2), account: 7),
            PlayerOwner(tenant: TenantID(rawValue: 1), account: 8),
        ] {
            #expect(recent.description(of: "a", for: other, at: start) == nil)
        }
    }
}
