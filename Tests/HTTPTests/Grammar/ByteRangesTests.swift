import Testing

@testable import HTTP

struct ByteRangesTests {
    private func ranges(_ value: String, length: Int = 1000) -> ByteRanges {
        withBytes(value) { ByteRanges($0, length: length) }
    }

    @Test(arguments: [
        ("bytes=0-99", 0..<100), ("bytes=7-7", 7..<8), ("bytes=-50", 950..<1000), ("bytes=100-", 100..<1000),
        ("bytes=100-5000", 100..<1000), ("bytes=999-999", 999..<1000), ("bytes=-5000", 0..<1000),
        ("bytes=0-18446744073709551616", 0..<1000), ("bytes=-99999999999999999999", 0..<1000), ("Bytes=1-2", 1..<3),
    ])
    func aByteRangeIsLimitedToTheContent(_ value: String, _ range: Range<Int>) {
        #expect(ranges(value) == .satisfiable([range]))
    }

    @Test func severalByteRangesKeepTheirOrder() {
        #expect(ranges("bytes=50-59, 0-9,,-1") == .satisfiable([50..<60, 0..<10, 999..<1000]))
    }

    @Test func aByteRangeOutsideTheContentIsOmittedFromAList() {
        #expect(ranges("bytes=0-9,2000-") == .satisfiable([0..<10]))
    }

    @Test(arguments: ["bytes=1000-", "bytes=-0", "bytes=1000-2000,-0", "bytes=18446744073709551616-"])
    func byteRangesOutsideTheContentAreUnsatisfiable(_ value: String) {
        #expect(ranges(value) == .unsatisfiable)
    }

    @Test func noRangeOfEmptyContentIsSatisfiable() {
        #expect(ranges("bytes=0-", length: 0) == .unsatisfiable)
        #expect(ranges("bytes=-5", length: 0) == .unsatisfiable)
    }

    @Test(arguments: [
        "items=0-5", "bytes=abc", "bytes=9-5", "bytes=", "bytes=,", "bytes=--5", "bytes=+1-2", "bytes=1", "bytes=1-2-3",
        "bytes",
        "bytes=0-9,x", "bytes=0-,0-", "bytes=٥-٦",
    ])
    func anInvalidRangeFieldIsIgnored(_ value: String) {
        #expect(ranges(value) == .ignored)
    }

    @Test func tooManyByteRangesAreIgnored() {
        let many = (0..<400).map { "\($0)-" }.joined(separator: ",")
        #expect(ranges("bytes=" + many) == .ignored)
    }
}
