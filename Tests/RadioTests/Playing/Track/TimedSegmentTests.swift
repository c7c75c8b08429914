import Testing
import Web

@testable import Radio

struct TimedSegmentTests {
    private let noon = instant("2026-06-15T12:00:00Z")

    private func timed(_ segments: [Segment], lengthMs: Int64 = 600_000) -> [[Int64]] {
        TimedSegment.all(segments, of: .from(noon, to: noon.advanced(byMs: lengthMs), 1)).map {
            [$0.segment.id.rawValue, $0.startsAt.milliseconds - noon.milliseconds, $0.durationMs]
        }
    }

    /// Spec R21.
    @Test func aZeroLengthSegmentIsMergedIntoTheNextSegment() {
        #expect(
            timed([.at(0, 0, 1), .at(0, 1000, 2), .at(1000, 0, 3), .at(1000, 0, 4), .at(1500, 500, 5)])
                == [[2, 0, 1000], [5, 1000, 1000]])
    }

    @Test func aZeroLengthSegmentAtTheEndIsOmitted() {
        #expect(timed([.at(0, 1000, 1), .at(1000, 0, 2)]) == [[1, 0, 1000]])
    }

    @Test func segmentsAreShortenedOrOmittedAtTheEndOfTheAiring() {
        #expect(
            timed([.at(0, 1000, 1), .at(1000, 1000, 2), .at(2000, 10, 3)], lengthMs: 1500)
                == [[1, 0, 1000], [2, 1000, 500]])
    }
}
