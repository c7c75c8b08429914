import FoundationEssentials
import Testing

@testable import Accounts

@Suite struct StreamLeaseTests {
    private static let open = (1...3).map {
        StreamLease(id: .init(rawValue: $0), device: "", startedAt: Date.distantPast, expiresAt: Date.distantFuture)
    }

    @Test func aStreamStartsOnlyBelowTheLimit() {
        #expect(StreamRule.decide(open: [], limit: 1, takesOver: false) == .start(ending: []))
        #expect(StreamRule.decide(open: Self.open, limit: 4, takesOver: true) == .start(ending: []))
        #expect(StreamRule.decide(open: Self.open, limit: 3, takesOver: false) == .refuse)
    }

    @Test func aTakeOverEndsTheOldestStreamsBeyondTheLimit() {
        let ids = Self.open.map(\.id)
        #expect(StreamRule.decide(open: Self.open, limit: 3, takesOver: true) == .start(ending: [ids[0]]))
        // The tenant has lowered its limit.
        #expect(StreamRule.decide(open: Self.open, limit: 1, takesOver: true) == .start(ending: ids))
    }

    @Test(arguments: ["", "+5", "05", "x", "5 ", "９", "99999999999999999999"])
    func nonCanonicalStreamIDsAreRefused(text: String) { #expect(StreamLease.ID(text) == nil) }
}
