import Testing

@testable import RadioExports

struct PlainTextTests {
    @Test(arguments: [
        ("plain", "plain"), ("Žluťoučký\tkůň\n", "Žluťoučký\tkůň\n"), ("a\u{0}b\u{1F}c\u{7F}", "abc\u{7F}"),
        ("\u{FFFE}x\u{FFFF}", "x"), ("\u{FFFD}🎻", "\u{FFFD}🎻"),
    ])
    func charactersThatXMLForbidsAreDropped(text: String, expected: String) {
        #expect(text.withoutControls == expected)
    }

    @Test(arguments: [
        ("one", "one"), ("two\r\nlines", "two lines"), ("a\u{85}b\u{2028}c", "a b c"), ("č – é", "č – é"),
    ])
    func lineBreaksBecomeSpacesOnOneLine(text: String, expected: String) { #expect(text.onOneLine == expected) }

    @Test(arguments: [
        ("Radio", 8, "Radio"), ("Radio žurnál", 8, "Radio žu"), ("Radio žurnál", 6, "Radio"),
        // A letter is removed together with its combining accent.
        ("abe\u{301}f", 3, "ab"), ("🇨🇿🇨🇿", 3, "🇨🇿"),
    ])
    func aShortenedTextIsCutBetweenCharacters(text: String, limit: Int, expected: String) {
        #expect(text.shortened(to: limit) == expected)
    }
}
