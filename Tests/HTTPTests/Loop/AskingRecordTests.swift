import Testing

@testable import HTTP

@Suite struct AskingRecordTests {
    /// The record after a sample in which this many connections had input.
    private func record(found: Int) -> AskingRecord {
        var record = AskingRecord()
        for index in 0..<AskingRecord.sample { record.add(isFound: index < found) }
        return record
    }

    @Test func pollingIsTriedFirst() {
        var record = AskingRecord()
        let isWorthIt = record.isWorthAsking()
        #expect(isWorthIt)
    }

    @Test(arguments: [AskingRecord.worthwhile, AskingRecord.sample])
    func pollingContinuesWhileSomeConnectionsAreActive(found: Int) {
        var record = record(found: found)
        let isWorthIt = record.isWorthAsking()
        #expect(isWorthIt)
    }

    @Test(arguments: [0, AskingRecord.worthwhile - 1])
    func pollingPausesWhenNearlyAllConnectionsAreSilent(found: Int) {
        var record = record(found: found)
        let left = (0..<AskingRecord.rest).filter { _ in !record.isWorthAsking() }.count
        #expect(left == AskingRecord.rest)
        let isWorthItAgain = record.isWorthAsking()
        #expect(isWorthItAgain)
    }

    @Test func anOldSampleIsDiscarded() {
        var record = record(found: AskingRecord.sample)
        for _ in 0..<AskingRecord.sample { record.add(isFound: false) }
        let isWorthIt = record.isWorthAsking()
        #expect(!isWorthIt)
    }
}
