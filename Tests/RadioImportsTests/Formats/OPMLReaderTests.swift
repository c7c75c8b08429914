import Testing

@testable import RadioImports

struct OPMLReaderTests {
    @Test func eachFeedInAListBecomesAShow() throws {
        let found = try OPMLReader().read(
            """
            <opml version="2.0"><head><title>Mine</title></head><body>
            <outline text="Folder"><outline type="rss" text="A &amp; B" xmlUrl="https://a.example/feed.xml" htmlUrl="https://a.example/" description="About"/></outline>
            <outline text="B" title="Bee" XMLURL="http://b.example/feed"/>
            <outline text="B again" xmlUrl="http://b.example/feed"/>
            <outline text="C" xmlUrl="ftp://c.example"/>
            </body></opml>
            """, named: "list.opml")
        #expect(found.shows.map(\.key) == ["https://a.example/feed.xml", "http://b.example/feed"])
        #expect(found.shows.map(\.title) == ["A & B", "Bee"])
        #expect(found.shows.first?.website == "https://a.example/")
        #expect(found.shows.first?.description == "About\n\nFeed: https://a.example/feed.xml")
        #expect(found.notices.map(\.position.line) == [4] && found.faults.map(\.position.line) == [5])
    }

    @Test(arguments: ["<opml><body/></opml>", "<rss/>", "", "<opml>"])
    func aListWithoutFeedsIsReportedAsAFault(document: String) throws {
        let found = try OPMLReader().read(document)
        #expect(found.items.isEmpty && found.faults.count == 1)
    }

    @Test(arguments: [
        ("feed://a.example/f", "http://a.example/f"), ("feed:https://a.example/f", "https://a.example/f"),
        ("itpc://a.example/f", "http://a.example/f"), ("PCAST://a.example/f", "http://a.example/f"),
    ])
    func addressesWithPodcastSchemesBecomeWebAddresses(text: String, address: String) throws {
        let found = try OPMLReader().read("<opml><body><outline text='a' xmlUrl='\(text)'/></body></opml>")
        #expect(found.shows.map(\.key) == [address] && found.faults.isEmpty)
    }

    @Test func htmlInNamesAndDescriptionsOfFeedsBecomesPlainText() throws {
        let found = try OPMLReader().read(
            "<opml><body><outline text='M&#38;amp;M' xmlUrl='https://a.example/f' description='&lt;p&gt;All &amp;amp; more&lt;/p&gt;'/></body></opml>"
        )
        #expect(found.shows.map(\.title) == ["M&M"])
        #expect(found.shows.map(\.description) == ["All & more\n\nFeed: https://a.example/f"])
    }
}
