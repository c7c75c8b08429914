import Testing

@testable import EmbeddedPostgres

struct BackOffTests {
    /// Spec O1.7.
    @Test func pausesBetweenServerStartsDoubleUpToFiveSeconds() {
        var backOff = BackOff()
        let pauses = (1...7).map { _ in backOff.next() }
        #expect(pauses == [200, 400, 800, 1600, 3200, 5000, 5000].map { Duration.milliseconds($0) })
    }
}
