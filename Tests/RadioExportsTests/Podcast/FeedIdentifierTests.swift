import Testing
import Web

@testable import RadioExports

struct FeedIdentifierTests {
    /// Published pairs of feed and identifier: the first from the description of the element, the others from the
    /// example of the podcast namespace.
    @Test(arguments: [
        ("https://podnews.net/rss", "9b024349-ccf0-5f69-a609-6b82873eab3c"),
        ("http://podnews.net/rss//", "9b024349-ccf0-5f69-a609-6b82873eab3c"),
        ("https://mp3s.nashownotes.com/pc20rss.xml", "917393e3-1b1e-5cef-ace4-edaa54e1f810"),
    ])
    func theIdentifierOfAPodcastIsDerivedFromItsAddress(address: String, guid: String) {
        #expect(FeedIdentifier.guid(of: address) == guid)
    }

    @Test(arguments: [
        ("2026-06-15T12:00:00Z", "Mon, 15 Jun 2026 12:00:00 +0000"),
        ("1969-12-31T23:59:59Z", "Wed, 31 Dec 1969 23:59:59 +0000"),
        ("2024-02-29T00:00:00Z", "Thu, 29 Feb 2024 00:00:00 +0000"),
    ])
    func aDateIsWrittenInTheFormatOfRSS(instant: String, text: String) throws {
        #expect(try #require(Instant(rfc3339: instant)).internetMessageDate == text)
    }
}
