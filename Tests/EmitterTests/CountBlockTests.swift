import Testing

@testable import Emitter

@Suite struct CountBlockTests {
    @Test func aBlockOfCountsBeginsTenThousandBelowItsEnd() {
        var block = CountBlock(endingAt: 30_000)
        let counts = [block.take(), block.take()]
        #expect(counts == [20_001, 20_002])
    }

    @Test func aBlockOfCountsWantsMoreWhenFewerThanTenThousandAreLeft() {
        var block = CountBlock(endingAt: 10_000)
        #expect(!block.wantsMore)
        let first = block.take()
        #expect(first == 1)
        #expect(block.wantsMore)
        block.extend(to: 20_000)
        #expect(!block.wantsMore)
        let counts = (2...10_000).map { _ in block.take() }
        #expect(counts == Array(2...10_000))
        #expect(!block.wantsMore)
        let next = block.take()
        #expect(next == 10_001)
        #expect(block.wantsMore)
    }

    @Test func aUsedUpBlockOfCountsRepeatsItsLastCountUntilItIsExtended() {
        var block = CountBlock(endingAt: 10_000)
        let sent = (0..<10_500).map { _ in block.take() }
        #expect(sent.max() == 10_000)
        #expect(sent.suffix(501).allSatisfy { $0 == 10_000 })
        block.extend(to: 20_000)
        let next = block.take()
        #expect(next == 10_001)
    }

    @Test func extendingABlockOfCountsToALowerEndHasNoEffect() {
        var block = CountBlock(endingAt: 20_000)
        block.extend(to: 15_000)
        #expect(block.reserved == 20_000)
    }

    @Test func countsStopAtTheLargestSigned32BitInteger() {
        var block = CountBlock(endingAt: .max)
        let sent = (0..<10_010).map { _ in block.take() }
        #expect(sent.last == .max)
        #expect(!block.wantsMore)
    }
}
