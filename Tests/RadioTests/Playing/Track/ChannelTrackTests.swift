import TestSupport
import Testing
import Web

@testable import Radio

/// Compares the items at a time with an oracle that checks every item.
struct ChannelTrackTests {
    private let noon = instant("2026-06-15T12:00:00Z")

    /// Whether a cut is playing, by decision 0027 alone.
    private func plays(_ cut: Cut, at now: Int64, _ cuts: [Cut], _ airings: [Airing]) -> Bool {
        guard let start = cut.startsAt?.milliseconds, start <= now else { return false }
        let isOvertaken = cuts.contains { other in
            guard let begun = other.startsAt?.milliseconds else { return false }
            return begun <= now && (begun > start || (begun == start && other.id.rawValue > cut.id.rawValue))
        }
        if isOvertaken { return false }
        if let duration = cut.durationMs { return now < start + duration }
        let isCrossed = airings.contains { airing in
            [airing.startsAt.milliseconds, airing.endsAt.milliseconds].contains { $0 > start && $0 <= now }
        }
        return now < start + 600_000 && !isCrossed
    }

    @Test(arguments: 0..<40) func theExpectedCutAndAiringAreCurrentAtRandomTimes(seed: Int) {
        var numbers = Seeded(UInt64(seed))
        func number(_ range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &numbers) }
        var airings: [Airing] = []
        var clock = noon.milliseconds
        for id in 1...number(1...8) {
            let start = clock + (Bool.random(using: &numbers) ? 0 : number(1...900_000))
            clock = start + number(1000...3_600_000)
            airings.append(.from(Instant(milliseconds: start), to: Instant(milliseconds: clock), id))
        }
        let cuts = (1...number(1...60)).map { id in
            // Whole seconds, so that some items begin at the same time.
            Cut.at(
                number(0...9) == 0 ? nil : noon.advanced(byMs: number(-600...14_400) * 1000), id,
                durationMs: number(0...2) == 0 ? nil : number(0...400) * 1000)
        }
        let track = ChannelTrack(airings: airings, cuts: cuts, segments: [], knownFrom: noon)
        for _ in 0..<500 {
            let now =
                noon.milliseconds + number(-700...15_000) * 1000 + (Bool.random(using: &numbers) ? 0 : number(-1...1))
            let moment = track.moment(at: Instant(milliseconds: now))
            #expect(moment.cut?.cut == cuts.first { plays($0, at: now, cuts, airings) })
            #expect(moment.airing == airings.first { $0.startsAt.milliseconds <= now && now < $0.endsAt.milliseconds })
            // The items stay the same until `changesAt` and may change afterwards.
            if let change = moment.changesAt {
                #expect(change.milliseconds > now)
                let last = track.moment(at: change.advanced(byMs: -1))
                #expect(last.cut == moment.cut && last.airing == moment.airing)
            } else {
                for hours: Int64 in [1, 1000] {
                    let later = track.moment(at: Instant(milliseconds: now + hours * 3_600_000))
                    #expect(later.cut == moment.cut && later.airing == moment.airing)
                }
            }
        }
    }

    /// Spec R16.
    @Test func noCutIsCurrentBetweenTwoCuts() {
        let cuts: [Cut] = [.at(noon, 1, durationMs: 180_000), .at(noon.advanced(byMs: 300_000), 2, durationMs: 1000)]
        let track = ChannelTrack(airings: [], cuts: cuts, segments: [], knownFrom: noon)
        #expect(track.moment(at: noon.advanced(byMs: 179_999)).cut?.cut.id.rawValue == 1)
        #expect(track.moment(at: noon.advanced(byMs: 180_000)).cut == nil)
        #expect(track.moment(at: noon.advanced(byMs: 180_000)).changesAt == noon.advanced(byMs: 300_000))
        #expect(track.moment(at: noon.advanced(byMs: 300_000)).cut?.cut.id.rawValue == 2)
    }

    @Test func aSegmentIsCurrentForItsDuration() {
        let track = ChannelTrack(
            airings: [.from(noon, to: noon.advanced(byMs: 600_000), 1)], cuts: [],
            segments: [.at(0, 1000, 1), .at(5000, 1000, 2)], knownFrom: noon)
        #expect(track.moment(at: noon.advanced(byMs: 999)).segment?.segment.id.rawValue == 1)
        #expect(track.moment(at: noon.advanced(byMs: 1000)).segment == nil)
        #expect(track.moment(at: noon.advanced(byMs: 5000)).segment?.segment.id.rawValue == 2)
    }
}
