import Testing

@testable import Subsonic

struct ItemIDTests {
    @Test(arguments: ["1", "ar-12", "al-1", "sg-3", "tr-100001", "pe-100001", "st-0", "pl-7", "dc-1"])
    func anItemIDIsParsedAndWrittenUnchanged(text: String) {
        #expect(ItemID(text)?.description == text)
    }

    @Test(arguments: [
        "", "2", "ar", "ar-", "ar-x", "ar-01", "ar--1", "xx-1", "tr-0", "tr-+5", "ar_1", "tr-99999999999999999999",
        "a\u{301}r-1",
    ])
    func anInvalidItemIDIsRejected(text: String) {
        #expect(ItemID(text) == nil)
    }
}
