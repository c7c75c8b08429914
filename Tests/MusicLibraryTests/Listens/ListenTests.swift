import Testing

@testable import MusicLibrary
@testable import SoundCloud

struct ListenTests {
    /// Spec M3.
    @Test(arguments: [
        (100_000, 200_000, Listen.Outcome.counted), (99_999, 200_000, .tooShort), (240_000, 3_600_000, .counted),
        (239_999, 3_600_000, .tooShort), (30_000, 30_000, .trackTooShort), (15_001, 30_001, .counted),
        (239_999, 0, .tooShort), (240_000, 0, .counted), (0, 200_000, .tooShort),
    ])
    func halfOfATrackOrFourMinutesCountAsAListen(playedMs: Int64, durationMs: Int64, outcome: Listen.Outcome) {
        #expect(Listen.outcome(playedMs: playedMs, durationMs: durationMs) == outcome)
    }

    @Test func theExportOfListensAcceptsOnlyAWellFormedMonth() {
        #expect(ListenExportRoutes.span("2026-12")?.lowerBound.description == "2026-12-01T00:00:00.000Z")
        #expect(ListenExportRoutes.span("2026-12")?.upperBound.description == "2027-01-01T00:00:00.000Z")
        #expect(ListenExportRoutes.span("2026-09")?.upperBound.description == "2026-10-01T00:00:00.000Z")
        for text in ["", "2026", "2026-13", "2026-00", "2026-1", "+202-01", "1969-12", "2200-12", "2026-07-01"] {
            #expect(ListenExportRoutes.span(text) == nil, "\(text)")
        }
    }
}
