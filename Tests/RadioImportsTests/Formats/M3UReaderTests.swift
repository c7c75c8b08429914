import Testing

@testable import RadioImports

struct M3UReaderTests {
    @Test func anM3UEntryBecomesAChannelWithItsNameAttributesAndAddress() throws {
        let found = try M3UReader().read(
            """
            #EXTM3U x-tvg-url="https://a.example/guide.xml"
            #EXTINF:-1 tvg-id="one.example" tvg-name="One" tvg-logo="https://a.example/1.png" tvg-chno="12" group-title="News, local;Talk" radio="true",Radio One, live
            #EXTVLCOPT:network-caching=1000
            https://a.example/one.mp3?x=1
            #EXTINF:-1 tvg-id="one.example" radio=true,Radio One (low)\r
            HTTPS://a.example/one.aac\r

            #EXTGRP:Talk
            https://a.example/bare
            """, named: "list.m3u")
        #expect(found.reports == [])
        let one = try #require(found.channels.first)
        #expect(one.key == "one.example|radio one, live" && one.name == "Radio One, live" && one.number == 12)
        #expect(one.categories == ["News, local", "Talk"] && found.categories.map(\.name) == ["News, local", "Talk"])
        #expect(one.bearers.map(\.uri) == ["https://a.example/one.mp3?x=1"])
        #expect(one.bearers.map(\.mediaType) == ["audio/mpeg"] && one.bearers.map(\.cost) == [0])
        #expect(one.art?.images.map(\.url) == ["https://a.example/1.png"])
        #expect(found.channels.map(\.name) == ["Radio One, live", "Radio One (low)", "https://a.example/bare"])
        #expect(found.channels.last?.key == "https://a.example/bare")
        #expect(found.channels.last?.categories == ["Talk"])
    }

    @Test func entriesThatShareAGuideIdentifierStaySeparateChannels() throws {
        let list = """
            #EXTM3U
            #EXTINF:-1 tvg-id="wdr" radio="true",WDR Bonn
            https://a.example/bonn
            #EXTINF:-1 tvg-id="wdr" radio="true",WDR Wuppertal
            https://a.example/wuppertal
            #EXTINF:-1 tvg-id="wdr" radio="true",WDR Bonn
            https://a.example/bonn-2
            #EXTINF:-1 tvg-id="wdr" radio="true",WDR Bonn
            https://a.example/bonn

            """
        let found = try M3UReader().read(list, named: "list.m3u")
        #expect(
            found.channels.map(\.key) == ["wdr|wdr bonn", "wdr|wdr wuppertal", "wdr|wdr bonn|https://a.example/bonn-2"])
        #expect(found.channels.map { $0.bearers.map(\.uri) }.count == 3)
        #expect(
            found.notices.map { "\($0.position): \($0.message)" }
                == ["list.m3u:9: the entry has the same address as the entry on line 3 and is not imported"])
    }

    @Test func nonStandardTagsAndAttributesOfPlayersAreRead() throws {
        let found = try M3UReader().read(
            """
            #EXTM3U
            #EXTGRP:Talk
            #EXTIMG:https://a.example/logo.png
            #EXTINF:-1 tvg-id='one' channel-number='7' tvg-name='Radio One',Radio One
            #EXT-X-PLAYLIST-TYPE:VOD
            http://a.example/one.mp3|User-Agent=Player 1 (x)&Referer=y
            #EXTINF:-1,Two
            http://a.example/two.mp3

            """)
        #expect(found.reports == [] && found.channels.map(\.name) == ["Radio One", "Two"])
        let one = try #require(found.channels.first)
        #expect(one.bearers.map(\.uri) == ["http://a.example/one.mp3"] && one.number == 7 && one.key == "one")
        #expect(one.categories == ["Talk"] && one.art?.images.map(\.url) == ["https://a.example/logo.png"])
        // A group that begins before an entry applies up to the next group.
        #expect(found.channels.last?.categories == ["Talk"])
    }

    @Test func televisionEntriesAndRelativeAddressesAreReportedWithTheirLines() throws {
        let found = try M3UReader().read(
            "#EXTM3U\n#EXTINF:-1 radio=\"false\",TV\nhttps://a.example/tv\n#EXTINF:-1,X\none.mp3\n")
        #expect(found.items.isEmpty && found.notices.map(\.position.line) == [3])
        #expect(found.faults.map(\.position.line) == [5, 0])
    }

    @Test func anHLSPlaylistIsRefused() throws {
        let found = try M3UReader().read("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\nhttps://a.example/1.ts\n")
        #expect(found.items.isEmpty && found.faults.map(\.position.line) == [2])
    }

    @Test(arguments: ["-1 tvg-id=\"a", "-1 =", "-1 a=\"b\"c,N", "-1", "", "-1 ,", "-1 a a a", "\"", "-1 tvg-id=,N"])
    func anEntryWithMalformedAttributesCountsAsARadioStation(text: String) { #expect(M3UEntry(text[...]).isRadio) }

    @Test func linesOfAPLSFileAreReadInAnyOrder() throws {
        let found = try M3UReader().read(
            "\u{FEFF}[Playlist]\nnumberofentries=3\nTitle2=Two\nFile2=https://a.example/2\nfile1=https://a.example/1\nTitle1=One=1\nTitle3=Three\n"
        )
        #expect(found.channels.map(\.name) == ["One=1", "Two"] && found.reports == [])
        #expect(found.notices.count == 1)
    }

    @Test func aTrackOfXSPFMayHaveSeveralLocations() throws {
        let found = try M3UReader().read(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <playlist version="1" xmlns="http://xspf.org/ns/0/"><trackList>
            <track><title>One</title><location>https://a.example/1</location><location>https://b.example/1</location><image>https://a.example/i.png</image></track>
            <track><title>Bad</title><location>1.mp3</location></track>
            </trackList></playlist>
            """)
        #expect(found.channels.map { $0.bearers.map(\.uri) } == [["https://a.example/1", "https://b.example/1"]])
        #expect(found.faults.map(\.position.line) == [4])
    }

    @Test func aGroupAboveTheEntriesAppliesToEntriesWithoutAGroupOfTheirOwn() throws {
        let found = try M3UReader().read(
            """
            #EXTM3U
            #EXTGRP:News;Talk
            #EXTINF:-1,One
            https://a.example/1
            #EXTINF:-1 group-title="Sport",Two
            https://a.example/2
            #EXTINF:-1,Three
            #EXTGRP:Jazz
            https://a.example/3
            #EXTINF:-1,Four
            https://a.example/4
            """)
        #expect(found.channels.map(\.categories) == [["News", "Talk"], ["Sport"], ["Jazz"], ["News", "Talk"]])
    }

    @Test func tagsWithoutTheNumberSignOrInLowerCaseAreRead() throws {
        let found = try M3UReader().read(
            "EXTM3U\nEXTINF:-1 group-title=\"Pop\",One\nhttps://a.example/1\n#extinf:-1 tvg-id=\"two\",Two\nhttps://a.example/2\n"
        )
        #expect(found.channels.map(\.name) == ["One", "Two"] && found.reports == [])
        #expect(found.channels.map(\.key) == ["https://a.example/1", "two"])
        #expect(found.channels.map(\.categories) == [["Pop"], []])
    }

    @Test(arguments: [
        "-1, tvg-id=\"one\" group-title=\"Pop, Rock\",Radio: One",
        "-1 tvg-id = \"one\" group-title= 'Pop, Rock' , Radio: One",
        "-1,tvg-id=\"one\",group-title=\"Pop, Rock\",Radio: One",
        "-1 tvg-id=one GROUP-TITLE=\"Pop, Rock\" radio,Radio: One",
    ])
    func attributesWithExtraCommasOrBlanksAreRead(text: String) {
        let entry = M3UEntry(text[...]).entry
        #expect(entry.guideID == "one" && entry.groups == ["Pop, Rock"] && entry.name == "Radio: One")
    }

    @Test(arguments: [
        ("English", "en"), ("CZECH;Slovak", "cs"), ("en-GB", "en-GB"), ("de", "de"), ("Klingonese", ""), ("", ""),
    ])
    func aLanguageIsReadFromItsNameOrItsTag(said: String, tag: String) throws {
        let found = try M3UReader().read("#EXTM3U\n#EXTINF:-1 tvg-language=\"\(said)\",One\nhttps://a.example/1\n")
        #expect(found.channels.map(\.language) == [tag])
    }

    @Test func htmlEntitiesInAnAddressAreResolved() throws {
        let list = "#EXTM3U\n#EXTINF:-1,One\nhttps://a.example/1?a=1&amp;b=2\n"
        #expect(try M3UReader().read(list).channels.first?.bearers.map(\.uri) == ["https://a.example/1?a=1&b=2"])
    }

    @Test(arguments: [
        ("https://a.example/one.aacp", "audio/aac"), ("https://a.example/one.m3u?x=.mp3", "audio/x-mpegurl"),
        ("https://a.example/LISTEN.PLS", "audio/x-scpls"), ("https://a.example:8000/;", ""),
    ])
    func theMediaTypeFollowsFromTheFileExtension(address: String, type: String) {
        #expect(WebFile.mediaType(of: address) == type)
    }

    @Test func theDescriptionAndSiteOfAnXSPFTrackAreRead() throws {
        let found = try M3UReader().read(
            """
            <playlist><trackList>
            <track><location>https://a.example/1</location><title>One</title><annotation>All day</annotation><info>https://one.example/</info></track>
            <track><location>https://a.example/2</location><annotation>Two</annotation></track>
            </trackList></playlist>
            """)
        #expect(found.channels.map(\.name) == ["One", "Two"] && found.channels.map(\.description) == ["All day", ""])
        #expect(found.channels.map(\.website) == ["https://one.example/", nil] && found.notices.isEmpty)
    }

    @Test func aNumberedCommentNamesTheStationOfTheNextAddress() throws {
        let found = try M3UReader().read(
            """
            # Stations of the island
            #0:Radio One
            https://a.example/1
            #1:Radio: Two
            https://a.example/2
            #EXTINF:-1,Three
            #2:Three again
            https://a.example/3
            """)
        #expect(found.channels.map(\.name) == ["Radio One", "Radio: Two", "Three"] && found.reports == [])
    }

    @Test func onlyBlanksInThePathOfAnAudioFileAreEncoded() throws {
        let found = try M3UReader().read(
            """
            <playlist><trackList>
            <track><location>https://a.example/one two/a b.mp3</location><title>One</title></track>
            <track><location>https://a.example/live Radio Two 88.7</location><title>Two</title></track>
            <track><location>https://a b.example/three.mp3</location><title>Three</title></track>
            </trackList></playlist>
            """)
        #expect(found.channels.flatMap { $0.bearers.map(\.uri) } == ["https://a.example/one%20two/a%20b.mp3"])
        #expect(found.faults.map(\.position.line) == [3, 4])
    }
}
