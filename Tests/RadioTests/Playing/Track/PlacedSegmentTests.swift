import Testing
import Web

@testable import Radio

struct PlacedSegmentTests {
    private let noon = instant("2026-06-15T12:00:00Z")

    private func placed(_ segments: [Segment], lengthMs: Int64 = 600_000) -> [[Int64]] {
        PlacedSegment.all(segments, of: .from(noon, to: noon.advanced(byMs: lengthMs), 1)).map {
            [$0.segment.id.rawValue, $0.startsAt.milliseconds - noon.milliseconds, $0.durationMs]
        }
    }

    /// Spec R21.
    @Test func aZeroLengthSegmentIsMergedIntoTheNext() {
        #expect(
            placed([.at(0, 0, 1), .at(0, 1000, 2), .at(1000, 0, 3), .at(1000, 0, 4), .at(1500, 500, 5)])
                == [[2, 0, 1000], [5, 1000, 1000]])
    }

    @Test func aZeroLengthSegmentAtTheEndIsOmitted() {
        #expect(placed([.at(0, 1000, 1), .at(1000, 0, 2)]) == [[1, 0, 1000]])
    }

    @Test func segmentsBeyondTheEndOfTheAiringAreOmitted() {
        #expect(
            placed([.at(0, 1000, 1), .at(1000, 1000, 2), .at(2000, 10, 3)], lengthMs: 1500)
                == [[1, 0, 1000], [2, 1000, 500]])
    }
}
