import ConcertNotes
import Testing

@Suite struct RecordingTimeTests {
    @Test(arguments: [
        ("0", 0), ("77", 77_000), ("77.5", 77_500), ("1.512", 1512), ("0.001", 1), ("007.200", 7200),
        ("86400", 86_400_000),
    ])
    func decimalSecondsAreReadToTheMillisecond(text: String, milliseconds: Int32) {
        #expect(RecordingTime(decimalSeconds: text)?.milliseconds == milliseconds)
    }

    @Test(arguments: [
        "", ".", ".5", "5.", "1.2345", "-1", "+1", "1e3", "nan", "1,5", "1.2.3", " 1", "１", "86400.001",
        "99999999999999999999",
        "0x10",
    ])
    func aTimeThatIsNotAPlainDecimalWithinOneDayIsRefused(text: String) {
        #expect(RecordingTime(decimalSeconds: text) == nil)
    }

    /// Spec I10.
    @Test(arguments: [(0, "0"), (77_000, "77"), (77_500, "77.5"), (77_510, "77.51"), (1512, "1.512"), (7, "0.007")])
    func recordingTimesAreWrittenWithoutUnnecessaryDecimals(milliseconds: Int32, text: String) {
        #expect(RecordingTime(milliseconds: milliseconds).decimalSeconds == text)
    }

    @Test(arguments: [(0, 0), (499, 0), (500, 1), (1499, 1), (77_512, 78)])
    func aTimeIsRoundedToTheNearestSecond(milliseconds: Int32, second: Int32) {
        #expect(RecordingTime(milliseconds: milliseconds).nearestSecond == second)
    }

    @Test func aTimeIsReadBackFromItsDecimalSeconds() {
        for milliseconds in stride(from: Int32(0), through: 120_000, by: 7) {
            let time = RecordingTime(milliseconds: milliseconds)
            #expect(RecordingTime(decimalSeconds: time.decimalSeconds) == time)
        }
    }
}
