import ScheduleCore
import Testing

struct OverrunTests {
    private static let minute: Int64 = 60_000

    /// Returns broadcasts without gaps from minute 60 on, with these lengths in minutes.
    private static func followers(_ lengths: Int64...) -> [Overrun.Follower] {
        var start: Int64 = 60
        return lengths.enumerated().map { index, length in
            defer { start += length }
            return Overrun.Follower(key: Int64(index), planned: (start * minute)..<((start + length) * minute))
        }
    }

    private static func arranged(_ followers: [Overrun.Follower], after end: Int64) throws(Overrun.Obstacle) -> [String]
    {
        try Overrun.arranged(followers, after: end * minute).sorted { $0.key < $1.key }
            .map { "\($0.value.lowerBound / minute)-\($0.value.upperBound / minute)" }
    }

    @Test func afterAnOverrunTheNextBroadcastBeginsLaterAndEndsOnTime() throws {
        #expect(try Self.arranged(Self.followers(60, 60), after: 75) == ["75-120", "120-180"])
    }

    @Test func broadcastsThatWouldBeTooShortMoveUntilTheOverrunIsAbsorbed() throws {
        #expect(
            try Self.arranged(Self.followers(30, 5, 60, 60), after: 80) == ["80-95", "95-100", "100-155", "155-215"])
    }

    @Test func aGapBetweenBroadcastsAbsorbsAnOverrun() throws {
        let later = Overrun.Follower(key: 9, planned: (200 * Self.minute)..<(230 * Self.minute))
        #expect(try Self.arranged(Self.followers(30) + [later], after: 90) == ["90-105", "200-230"])
    }

    @Test func afterAnEndOnTimeOrEarlierTheNextBroadcastsKeepTheirPlannedTimes() throws {
        #expect(try Self.arranged(Self.followers(30, 5, 60), after: 60) == ["60-90", "90-95", "95-155"])
        #expect(try Self.arranged(Self.followers(30, 5, 60), after: 40) == ["60-90", "90-95", "95-155"])
    }

    @Test func anOverrunIntoABroadcastWithRecordedTimesIsRefused() {
        let stated = Overrun.Follower(
            key: 5, planned: (60 * Self.minute)..<(90 * Self.minute), stated: (62 * Self.minute)..<(90 * Self.minute))
        #expect(throws: Overrun.Obstacle.stated(key: 5, at: (62 * Self.minute)..<(90 * Self.minute))) {
            try Self.arranged([stated], after: 63)
        }
    }

    @Test func anOverrunThatIsNeverAbsorbedIsRefused() {
        #expect(throws: Overrun.Obstacle.notMadeUp) { try Self.arranged(Self.followers(5, 5), after: 70) }
    }

    @Test func broadcastsAfterARandomOverrunKeepTheirMinimumLengthAndDoNotOverlap() throws {
        var random = Seeded(3)
        for _ in 0..<2000 {
            var start: Int64 = 60
            let followers = (0..<20).map { key in
                start += [0, 0, 0, 10].randomElement(using: &random)!
                let length = [5, 10, 30, 60, 120].randomElement(using: &random)! as Int64
                defer { start += length }
                return Overrun.Follower(
                    key: Int64(key), planned: (start * Self.minute)..<((start + length) * Self.minute))
            }
            let end = Int64.random(in: 0...200, using: &random) * Self.minute
            guard let arranged = try? Overrun.arranged(followers, after: end) else { continue }
            var free = end
            for follower in followers {
                let period = try #require(arranged[follower.key])
                #expect(period.lowerBound == max(free, follower.planned.lowerBound))
                #expect(period.upperBound - period.lowerBound >= Overrun.leastLength(of: follower.planned))
                #expect(period.upperBound >= follower.planned.upperBound)
                free = period.upperBound
            }
            #expect(free == followers.last?.planned.upperBound)
        }
    }
}
