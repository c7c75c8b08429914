import Testing

@testable import Accounts

@Suite struct ShortDigestTests {
    @Test func digestsDependOnTheDivisionOfTheBytesIntoParts() {
        #expect(ShortDigest([1, 2], [3]) == ShortDigest([1, 2], [3]))
        #expect(ShortDigest([1, 2], [3]) != ShortDigest([1], [2, 3]))
        #expect(ShortDigest([1, 2]) != ShortDigest([1, 2], []))
    }
}
