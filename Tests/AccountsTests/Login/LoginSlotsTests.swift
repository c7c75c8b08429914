import Testing

@testable import Accounts

@Suite struct LoginSlotsTests {
    @Test func someSignInSlotsAreReservedForKnownDevices() {
        var slots = LoginSlots()
        let unknownDevices = (0..<100).filter { _ in slots.enter(tenant: 1, isKnown: false) }
        #expect(unknownDevices.count == LoginSlots.unknownDevices)
        let known = (0..<100).filter { _ in slots.enter(tenant: 1, isKnown: true) }
        #expect(known.count == LoginSlots.all - LoginSlots.unknownDevices)
    }

    @Test func tenantsDoNotShareSignInSlots() {
        var slots = LoginSlots()
        while slots.enter(tenant: 1, isKnown: false) {}
        let isIn = slots.enter(tenant: 2, isKnown: false)
        #expect(isIn)
    }

    @Test func finishingASignInFreesItsSlot() {
        var slots = LoginSlots()
        for _ in 0..<1000 {
            let isIn = slots.enter(tenant: 1, isKnown: false)
            #expect(isIn)
            slots.leave(tenant: 1)
        }
        #expect(slots.count == 0)
    }
}
