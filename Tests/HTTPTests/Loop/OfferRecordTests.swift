import Testing

@testable import HTTP

@Suite struct OfferRecordTests {
    @Test func offersThatBringSomethingGoOn() {
        var record = OfferRecord()
        for isFound in [false, true, false, true, false] { record.add(isFound: isFound) }
        let isWorthIt = record.isWorthMaking()
        #expect(isWorthIt)
    }

    @Test func aCoreThatIsTakenForNothingIsKeptForAWhile() {
        var record = OfferRecord()
        for _ in 0..<OfferRecord.vain { record.add(isFound: false) }
        let without = (0..<OfferRecord.rest).filter { _ in !record.isWorthMaking() }.count
        #expect(without == OfferRecord.rest)
        let isWorthItAgain = record.isWorthMaking()
        #expect(isWorthItAgain)
    }
}
