import FoundationEssentials
import Testing
import Web

@testable import Accounts

@Suite struct SubscriptionTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    @Test func anActiveSubscriptionLapsesAtItsEnd() {
        #expect(Subscription(.active).state(at: Self.now) == .active)
        #expect(Subscription(.active, until: Self.now + 1).state(at: Self.now) == .active)
        #expect(Subscription(.active, until: Self.now).state(at: Self.now) == .lapsed)
        #expect(Subscription(.supportRequired, until: Self.now - 1).state(at: Self.now) == .supportRequired)
        #expect(Subscription(.lapsed, until: Self.now + 1).state(at: Self.now) == .lapsed)
    }

    @Test(arguments: Role.allCases)
    func onlyListenersAreRefusedForTheirSubscription(role: Role) {
        let refusals = Subscription.State.allCases.map { Subscription($0).refusal(for: role, at: Self.now) }
        #expect(
            refusals == (role == .listener ? [nil, .subscriptionRequired, .accountSupportRequired] : [nil, nil, nil]))
    }
}
