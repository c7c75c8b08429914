import Testing

@testable import Emitter

@Suite struct PositionRegisterTests {
    private func notice(_ revision: Int64, isShown: Bool = true) -> PositionNotice {
        PositionNotice(revision: revision, position: place(revision), showsPosition: isShown)
    }

    private func state(_ revision: Int64) -> LiveState {
        LiveState(revision: revision, position: place(revision))
    }

    /// Measure 5 in revision 5, so that a test can tell the revisions apart.
    private func place(_ revision: Int64) -> LivePosition { LivePosition(name: "Mvt 3", measure: Int32(revision)) }

    @Test func aReadingThatBeganBeforeANotificationDoesNotReplaceItsPosition() {
        var register = PositionRegister()
        register.store(state(4), readSince: register.readingMark)
        let mark = register.readingMark
        register.store(notice(5))
        register.store(state(4), readSince: mark)
        #expect(register.position == place(5))
    }

    @Test func aNewerReadingReplacesThePositionOfANotification() {
        var register = PositionRegister()
        let mark = register.readingMark
        register.store(notice(5))
        register.store(state(6), readSince: mark)
        #expect(register.position == place(6))
    }

    @Test func aNotificationThatIsOlderThanAReadingIsIgnored() {
        var register = PositionRegister()
        register.store(state(6), readSince: register.readingMark)
        register.store(notice(5, isShown: false))
        #expect(register.position == place(6))
        #expect(register.showsPosition)
    }

    @Test func aStateReadAfterAFailoverReplacesAHigherRevision() {
        var register = PositionRegister()
        register.store(notice(50))
        register.store(state(48), readSince: register.readingMark)
        #expect(register.position == place(48))
        register.store(notice(49))
        #expect(register.position == place(49))
    }

    @Test func aLateNotificationDoesNotPutAnEndedConcertBackOnTheAir() {
        var register = PositionRegister()
        register.store(LiveState(revision: 43), readSince: register.readingMark)
        register.store(notice(42))
        #expect(register.position == nil)
    }

    @Test func aReadingOffTheAirDoesNotReplaceANewConcert() {
        var register = PositionRegister()
        let mark = register.readingMark
        register.store(notice(44))
        register.store(LiveState(revision: 43), readSince: mark)
        #expect(register.position == place(44))
    }
}
