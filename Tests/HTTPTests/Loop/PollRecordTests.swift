import Testing

@testable import HTTP

@Suite struct PollRecordTests {
    /// Returns the record after a sample in which this many connections had input.
    private func record(found: Int) -> PollRecord {
        var record = PollRecord()
        for index in 0..<PollRecord.sample { record.add(isFound: index < found) }
        return record
    }

    @Test func aNewPollRecordTriesPolling() {
        var record = PollRecord()
        let isWorthIt = record.shouldPoll()
        #expect(isWorthIt)
    }

    @Test(arguments: [PollRecord.minimumFound, PollRecord.sample])
    func pollingContinuesWhileSomeConnectionsAreActive(found: Int) {
        var record = record(found: found)
        let isWorthIt = record.shouldPoll()
        #expect(isWorthIt)
    }

    @Test(arguments: [0, PollRecord.minimumFound - 1])
    func pollingPausesWhenNearlyAllConnectionsAreSilent(found: Int) {
        var record = record(found: found)
        let left = (0..<PollRecord.pause).filter { _ in !record.shouldPoll() }.count
        #expect(left == PollRecord.pause)
        let isWorthItAgain = record.shouldPoll()
        #expect(isWorthItAgain)
    }

    @Test func onlyTheLatestSampleDecidesWhetherToPoll() {
        var record = record(found: PollRecord.sample)
        for _ in 0..<PollRecord.sample { record.add(isFound: false) }
        let isWorthIt = record.shouldPoll()
        #expect(!isWorthIt)
    }
}
