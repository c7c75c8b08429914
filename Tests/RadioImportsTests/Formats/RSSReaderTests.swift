import Testing
import Web

@testable import RadioImports

struct RSSReaderTests {
    private func read(_ elements: String) throws -> Collector {
        try RSSReader().read(
            """
            <?xml version="1.0"?>
            <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">
            <channel>
            \(elements)
            <title>Feed</title></channel></rss>
            """, named: "feed.xml")
    }

    @Test func theExampleFeedOfPodcasting20IsRead() throws {
        let found = try RSSReader().read(bytes: try resource("podcasting20-example.xml"), named: "example.xml")
        #expect(found.reports == [])
        let show = try #require(found.shows.first)
        #expect(show.key == "y0ur-gu1d-g035-h3r3" && show.title == "Podcasting 2.0 Namespace Example")
        #expect(show.language == "en-US" && show.website == "https://example.com/podcast")
        #expect(
            found.genres.map(\.name) == ["Technology", "News", "Tech News"] && show.genres == found.genres.map(\.key))
        #expect(
            show.art?.images.count == 5 && show.art?.images.first?.width == 3000
                && show.art?.images.first?.height == 3000)
        #expect(found.people.first?.name == "John Doe" && show.credits.map(\.role) == ["author"])
        #expect(
            found.episodes.map(\.key) == [
                "https://example.com/ep0003", "https://example.com/ep0002", "https://example.com/ep0001",
            ])
        let episode = try #require(found.episodes.first)
        #expect(episode.season == 1 && episode.part == 3 && episode.show == show.key)
        #expect(episode.description == "A look into the future of podcasting and how we get to Podcasting 2.0!")
        #expect(episode.publishedAt == Instant(rfc3339: "2020-10-09T04:30:38Z"))
        #expect(episode.credits.map(\.role) == ["host", "guest", "cover-art-designer"])
        #expect(found.people.count == 6)
        let version = try #require(found.versions.first)
        #expect(found.versions.count == 3 && version.episode == episode.key && version.isDownloadable)
        #expect(
            version.media.map(\.url).map { $0.suffix(11) } == [
                "file-03.mp3", "igh-03.opus", "tary-03.aac", "low-03.opus",
            ])
        #expect(version.media.map(\.isDownload) == [true, false, false, false])
        #expect(version.media.map(\.bytes) == [43_200_000, 32_400_000, 54_000_000, 5_400_000])
        #expect(version.media.map(\.bitrate) == [0, 96, 160, 16])
        // One notice each for the live item, the trailer, the chapters and the transcripts.
        #expect(found.notices.count == 4)
    }

    @Test func categoriesOfEveryKindBecomeGenresWithoutDuplicates() throws {
        let found = try read(
            """
            <category>Local</category><category> news </category>
            <itunes:category text="News"><itunes:category text="Society &amp;amp; Culture"/></itunes:category>
            <item><guid>1</guid><title>A</title><category>Local</category><category>Interview</category><itunes:category text="News"/></item>
            """)
        #expect(found.genres.map(\.name) == ["News", "Society & Culture", "Local", "Interview"])
        #expect(
            found.shows.first?.genres == ["itunes:News", "itunes:News/Society & Culture", "category:local"])
        #expect(found.episodes.first?.genres == ["itunes:News", "category:local", "category:interview"])
    }

    @Test func pictureAndDocumentEnclosuresAreNotRecordings() throws {
        let found = try read(
            """
            <item><guid>1</guid><title>A</title><pubDate>1 May 2026 10:00 GMT</pubDate>
            <enclosure url="https://a.example/1.jpg" type="image/jpeg"/><enclosure url="https://a.example/1.pdf" type="application/pdf"/>
            <enclosure url="https://a.example/1.mp3" type="audio/mpeg"/></item>
            """)
        #expect(found.versions.first?.media.map(\.url) == ["https://a.example/1.mp3"])
    }

    @Test func picturesInNonStandardElementsAreRead() throws {
        let found = try read(
            """
            <itunes:image url="https://a.example/1.png"/><itunes:link rel="image" href="https://a.example/2.png"/>
            <item><guid>1</guid><title>A</title><itunes:image>https://a.example/3.png</itunes:image></item>
            """)
        #expect(found.shows.first?.art?.images.map(\.url) == ["https://a.example/1.png", "https://a.example/2.png"])
        #expect(found.episodes.first?.art?.images.map(\.url) == ["https://a.example/3.png"])
    }

    @Test func doublyEscapedEntitiesAreResolved() throws {
        let found = try read(
            "<item><guid>1</guid><title><![CDATA[Q&amp;A &rsquo;26: the <b> tag]]></title><description>Caf&amp;eacute; &amp;mdash; &amp;unknown;</description></item>"
        )
        #expect(found.episodes.first?.title == "Q&A ’26: the <b> tag")
        #expect(found.episodes.first?.description == "Café — &unknown;")
    }

    @Test func itemsBeforeTheTitleOfTheFeedBelongToTheFeed() throws {
        let found = try read(
            "<item><guid>1</guid><title>A</title><enclosure url=\"https://a.example/1.mp3\" length=\"0\" type=\"audio/mpeg\"/><pubDate>Fri, 01 May 2026 19:30:00 +0200</pubDate></item>"
        )
        #expect(found.shows.map(\.title) == ["Feed"] && found.episodes.map(\.show) == ["Feed"])
        #expect(found.versions.first?.media.first?.bytes == nil)
        #expect(found.versions.first?.availableFrom == Instant(rfc3339: "2026-05-01T17:30:00Z"))
    }

    @Test func anItemIsIdentifiedByItsGuidOrElseItsAudioAddress() throws {
        let found = try read(
            """
            <item><guid>1</guid><title>A</title></item>
            <item><guid>1</guid><title>B</title></item>
            <item><title>C</title><enclosure url="https://a.example/c.mp3"/></item>
            <item><title>D</title></item>
            <item><guid>e</guid></item>
            """)
        #expect(found.episodes.map(\.key) == ["1", "https://a.example/c.mp3"])
        #expect(found.faults.map(\.position.line) == [5, 7, 8])
        #expect(found.versions.map(\.availableFrom) == [Instant(milliseconds: 0)])
    }

    @Test func recordingsOfAMusicFeedCannotBeDownloaded() throws {
        let found = try read(
            """
            <podcast:medium>music</podcast:medium>
            <item><guid>1</guid><title>A</title><pubDate>1 May 2026 10:00 GMT</pubDate>
            <enclosure url="https://a.example/1.mp4" type="video/mp4"/><enclosure url="https://a.example/1.mp3"/>
            <itunes:duration>1:02:03</itunes:duration></item>
            """)
        #expect(found.versions.first?.media.map(\.url) == ["https://a.example/1.mp3"])
        #expect(found.versions.first?.isDownloadable == false && found.shows.first?.isMusic == true)
        #expect(found.versions.first?.durationMs == 3_723_000)
    }

    @Test(arguments: [
        ("Fri, 09 Oct 2020 04:30:38 GMT", "2020-10-09T04:30:38Z"),
        ("09 Oct 2020 04:30:38 +0100", "2020-10-09T03:30:38Z"),
        ("Mon, 9 Oct 20 4:30 EST", "2020-10-09T09:30:00Z"),
        ("Friday, 09 October 2020 04:30:38 -0330", "2020-10-09T08:00:38Z"),
        ("Fri, 09 Oct 2020 04:30:38", "2020-10-09T04:30:38Z"),
        ("Fri,09 Oct 2020 04:30:38 +01:00", "2020-10-09T03:30:38Z"),
        ("Fri, 09 Oct 2020 04:30:38 GMT+1", "2020-10-09T03:30:38Z"),
        ("Fri, 09 Oct 2020 04:30:38 +0100 (CET)", "2020-10-09T03:30:38Z"),
        ("Fri, 09 Sept 2020 04:30:38 UT", "2020-09-09T04:30:38Z"),
        ("2020-10-09T04:30:38+01:00", "2020-10-09T03:30:38Z"),
        ("2021-09-26T07:30:00.000-0600", "2021-09-26T13:30:00Z"),
        ("  Fri,  09   Oct 2020\n04:30:38 PDT ", "2020-10-09T11:30:38Z"),
        ("09 Oct 2020", "2020-10-09T00:00:00Z"), ("Oct 09 2020 04:30:38", "2020-10-09T04:30:38Z"),
        ("Fri, 09-Oct-2020 04:30:38 -0500", "2020-10-09T09:30:38Z"), ("09 Oct 99 24:00:00 Z", "1999-10-10T00:00:00Z"),
        ("Fri, 31 Dec 2016 23:59:60 GMT", "2016-12-31T23:59:59Z"),
        ("Sat Sep  3 09:19:24 2016 GMT", "2016-09-03T09:19:24Z"),
        ("Sat Sep 3 09:19:24 EDT 2016", "2016-09-03T13:19:24Z"),
        ("Sat, 3 Sep 9:19 2016", "2016-09-03T09:19:00Z"), ("Mon, 02 May 1960 09:05:01 +0100", "1960-05-02T08:05:01Z"),
    ])
    func datesOfFeedsAreReadInManyNotations(text: String, instant: String) {
        #expect(RFC822Date.instant(text) == Instant(rfc3339: instant))
    }

    @Test(arguments: [
        "", "yesterday", "Fri, 31 Feb 2020 04:30:38 GMT", "Fri, 09 Oct 2020 25:00:00 GMT", "09 Foo 2020",
        "09 Oct 2020 04:30:38 Mars", "-", "9", "09 Oct 2020 :", "99999999999999999999 Oct 2020",
    ])
    func aMalformedDateOfAFeedIsRefused(text: String) { #expect(RFC822Date.instant(text) == nil) }

    @Test(arguments: [
        ("3723", 3_723_000), ("62:03", 3_723_000), ("1:02:03", 3_723_000), ("1:02:03.5", 3_723_000), (" 90 ", 90_000),
    ])
    func durationsOfFeedsAreReadInSecondsOrWithColons(text: String, milliseconds: Int64) {
        #expect(FeedDuration.milliseconds(text) == milliseconds)
    }

    @Test(arguments: ["", "soon", "1:75:00", "-5", "1:2:3:4", ":", "99999999999999999999", "1::2"])
    func aMalformedDurationOfAFeedIsRefused(text: String) { #expect(FeedDuration.milliseconds(text) == nil) }

    @Test(arguments: [
        ("<p>One &amp; two</p><p>Three<br/>four</p>", "One & two\nThree\nfour"),
        ("5 < 6 &#38; &#x41; &bogus; &", "5 < 6 & A &bogus; &"),
        ("plain", "plain"), ("<a href='x'>y</a", "y</a"), ("<", "<"), ("a<b", "a<b"), ("&nbsp;<b>x</b>", "x"),
    ])
    func htmlBecomesPlainText(html: String, plain: String) {
        #expect(PlainText.of(html, atMost: 100) == plain)
    }

    /// A search for the end of each tag would take 10¹¹ steps.
    @Test(.timeLimit(.minutes(5))) func aLongTextOfUnfinishedTagsIsReadInOnePass() {
        let html = String(repeating: "<a", count: 500_000)
        #expect(PlainText.of(html, atMost: 100) == String(repeating: "<a", count: 50))
    }

    @Test(.timeLimit(.minutes(5))) func manyCategoriesOfOneItemAreComparedByName() throws {
        let categories = (0..<20_000).map { "<itunes:category text=\"Genre \($0 / 2)\"/>" }.joined()
        #expect(try read(categories).genres.count == 10_000)
    }

    @Test(arguments: [
        "<feed xmlns=\"http://www.w3.org/2005/Atom\"/>", "<rss/>", "<rss><channel/></rss>", "<tv/>", "",
        "<rss><channel><title>T</title>",
    ])
    func aFileThatIsNotAFeedIsReportedAsAFault(document: String) throws {
        let found = try RSSReader().read(document)
        #expect(found.items.isEmpty && found.faults.count == 1)
    }

    @Test func elementsAreRecognisedByTheNamespaceInsteadOfThePrefix() throws {
        let found = try RSSReader().read(
            """
            <rss xmlns:a="http://www.itunes.com/DTDs/Podcast-1.0.dtd" xmlns:b="http://purl.org/rss/1.0/modules/content/" xmlns:itunes="urn:other"><channel><title>Feed</title><a:author>Ann</a:author>
            <itunes:image href="https://a.example/no.png"/><a:category text="Arts"><a:category text="Books"/></a:category>
            <item><guid>1</guid><title>One</title><b:encoded>All</b:encoded><description>Less</description><a:duration>60</a:duration><enclosure url="https://a.example/1.mp3"/></item></channel></rss>
            """)
        #expect(found.people.map(\.name) == ["Ann"] && found.genres.map(\.name) == ["Arts", "Books"])
        #expect(found.episodes.map(\.description) == ["All"] && found.versions.map(\.durationMs) == [60_000])
    }

    /// Some programs use the address of the site as the guid of every item.
    @Test(arguments: [["a", "b"], ["b", "a"]])
    func itemsThatShareAGuidAreIdentifiedByTheirAudio(names: [String]) throws {
        func item(_ name: String, guid: String) -> String {
            """
            <item><guid>\(guid)</guid><title>\(name)</title><enclosure url="https://a.example/\(name).mp3"/></item>
            """
        }
        let items = names.map { item($0, guid: "https://a.example/") } + [item("c", guid: "c")]
        let found = try read(items.joined(separator: "\n"))
        #expect(found.episodes.map(\.title) == names + ["c"] && found.reports == [])
        #expect(found.episodes.map(\.key) == names.map { "https://a.example/\($0).mp3" } + ["c"])
        let notice = "items that share a guid are identified by their enclosure URLs; items with a shared guid: 2"
        #expect(found.notices.map(\.message).contains(notice))
    }

    @Test func anItemWithoutATitleIsNamedByTheBeginningOfItsDescription() throws {
        let found = try read(
            """
            <item><guid>1</guid><description>&lt;p&gt;About letters&lt;/p&gt;&lt;p&gt;And more&lt;/p&gt;</description></item>
            """)
        #expect(found.episodes.map(\.title) == ["About letters"] && found.reports == [])
    }

    @Test func relativeAddressesAndSpacesInAFeedBecomeValidURLs() throws {
        let found = try read(
            """
            <link>https://a.example/show/?x=/</link><itunes:image href="/art.png"/>
            <item><guid>1</guid><title>A</title><enclosure url="/sound/my talk.mp3"/><itunes:image href="//b.example/i.png"/></item>
            <item><guid>2</guid><title>B</title><enclosure url="https://a.example/one two.mp3"/></item>
            <item><guid>3</guid><title>C</title><enclosure url="https://a b.example/c.mp3"/></item>
            """)
        #expect(found.shows.first?.art?.images.map(\.url) == ["https://a.example/art.png"])
        #expect(
            found.versions.flatMap { $0.media.map(\.url) } == [
                "https://a.example/sound/my%20talk.mp3", "https://a.example/one%20two.mp3",
            ])
        #expect(found.episodes.first?.art?.images.map(\.url) == ["https://b.example/i.png"])
        #expect(found.faults.map(\.position.line) == [7])
    }

    @Test func anEnclosureWithoutATypeGetsTheTypeOfItsExtension() throws {
        let found = try read(
            """
            <item><guid>1</guid><title>A</title><enclosure url="https://a.example/1.mp3?x=1" length="1"/></item>
            <item><guid>2</guid><title>B</title><enclosure url="https://a.example/2.mp3" type="x-audio/mp3" length="20000 "/><itunes:duration></itunes:duration></item>
            <item><guid>3</guid><title>C</title><enclosure url="https://a.example/3" type="audio/x-m4a"/></item>
            """)
        let media = found.versions.flatMap(\.media)
        #expect(media.map(\.mediaType) == ["audio/mpeg", "audio/mpeg", "audio/x-m4a"])
        #expect(media.map(\.bytes) == [nil, 20_000, nil])
        #expect(!found.notices.contains { $0.message.contains("duration") })
    }

    @Test func audioOfMediaRSSIsReadInItemsWithoutAnEnclosure() throws {
        let found = try RSSReader().read(
            """
            <rss xmlns:m="http://search.yahoo.com/mrss/"><channel><title>Feed</title><item><guid>1</guid><title>A</title>
            <m:group><m:content url="https://a.example/1.mp3" fileSize="5000" bitrate="128"/><m:content url="https://a.example/1.mp4" medium="video"/></m:group>
            <m:content url="https://a.example/1.jpg" medium="image"/></item>
            <item><guid>2</guid><title>B</title><enclosure url="https://a.example/2.mp3"/><m:content url="https://a.example/2b" type="audio/mpeg"/></item></channel></rss>
            """)
        let media = found.versions.flatMap(\.media)
        #expect(media.map(\.url) == ["https://a.example/1.mp3", "https://a.example/2.mp3"])
        #expect(media.map(\.bytes) == [5000, nil] && media.map(\.bitrate) == [128, 0])
    }

    @Test func aCategoryThatJoinsTwoKnownGenresAddsNoGenre() throws {
        let found = try read(
            """
            <itunes:category text="Education"><itunes:category text="Courses"/></itunes:category>
            <category>Education:Courses</category><category>Art: a life</category>
            """)
        #expect(found.genres.map(\.name) == ["Education", "Courses", "Art: a life"])
    }

    @Test func pictureAddressesInAttributesOfFeedImagesAreRead() throws {
        let found = try RSSReader().read(
            """
            <rss xmlns:g="http://www.google.com/schemas/play-podcasts/1.0"><channel><title>Feed</title><image href="https://a.example/1.png"/><g:image href="https://a.example/2.png"/></channel></rss>
            """)
        #expect(found.shows.first?.art?.images.map(\.url) == ["https://a.example/2.png", "https://a.example/1.png"])
    }
}
