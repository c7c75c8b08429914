import Testing

@testable import Accounts

@Suite struct LoginPlacesTests {
    @Test func somePlacesAreReservedForKnownDevices() {
        var places = LoginPlaces()
        let strangers = (0..<100).filter { _ in places.enter(tenant: 1, isKnown: false) }
        #expect(strangers.count == LoginPlaces.strangers)
        let known = (0..<100).filter { _ in places.enter(tenant: 1, isKnown: true) }
        #expect(known.count == LoginPlaces.all - LoginPlaces.strangers)
    }

    @Test func tenantsDoNotShareTheirPlaces() {
        var places = LoginPlaces()
        while places.enter(tenant: 1, isKnown: false) {}
        let isIn = places.enter(tenant: 2, isKnown: false)
        #expect(isIn)
    }

    @Test func aPlaceIsFreeAfterLeaving() {
        var places = LoginPlaces()
        for _ in 0..<1000 {
            let isIn = places.enter(tenant: 1, isKnown: false)
            #expect(isIn)
            places.leave(tenant: 1)
        }
        #expect(places.count == 0)
    }
}
