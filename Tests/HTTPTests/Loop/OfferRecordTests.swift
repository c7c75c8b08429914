import Testing

@testable import HTTP

@Suite struct OfferRecordTests {
    private static let short: UInt64 = 30_000
    /// Two time slices of the kernel.
    private static let long: UInt64 = 8_000_000

    /// The number of rounds without an offer before the next offer.
    private func rest(_ record: inout OfferRecord) -> Int {
        var rounds = 0
        while rounds < 1_000_000, !record.isWorthMaking() { rounds += 1 }
        return rounds
    }

    @Test func theCoreIsOfferedAgainWhileOffersFindWork() {
        var record = OfferRecord()
        for found in [0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0] { record.add(absence: Self.short, found: found) }
        record.add(absence: Self.long, found: 512)
        #expect(rest(&record) == 0)
    }

    @Test func offersPauseAfterSeveralInARowFindNoWork() {
        var record = OfferRecord()
        for _ in 1..<OfferRecord.vain { record.add(absence: Self.short, found: 0) }
        #expect(rest(&record) == 0)
        record.add(absence: Self.short, found: 0)
        #expect(rest(&record) == Int(OfferRecord.rest))
    }

    /// One or two requests arrive anyway while another process uses the core.
    @Test func eachOfferThatLosesATimeSliceDoublesThePause() {
        var record = OfferRecord()
        var rests: [Int] = []
        for _ in 0..<12 {
            record.add(absence: Self.long, found: 2)
            rests.append(rest(&record))
        }
        #expect(rests.first == Int(OfferRecord.rest))
        #expect(zip(rests, rests.dropFirst()).allSatisfy { $1 == min($0 * 2, Int(OfferRecord.longestRest)) })
        #expect(rests.last == Int(OfferRecord.longestRest))
        record.add(absence: Self.short, found: 8)
        record.add(absence: Self.long, found: 0)
        #expect(rest(&record) == Int(OfferRecord.rest), "clients are back: the next stranger is a new one")
    }
}
