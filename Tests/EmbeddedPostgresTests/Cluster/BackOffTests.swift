import Testing

@testable import EmbeddedPostgres

struct BackOffTests {
    @Test func pausesDoubleUpToFiveSeconds() {
        var backOff = BackOff()
        let pauses = (1...7).map { _ in backOff.next() }
        #expect(pauses == [0.2, 0.4, 0.8, 1.6, 3.2, 5, 5].map { Duration.seconds($0) })
    }
}
