import Testing

@testable import RadioImports

struct M3UReaderTests {
    @Test func attributesNameAndAddressMakeAChannel() throws {
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

    @Test func entriesThatShareAGuideStayChannels() throws {
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
            found.notices.map { "\($0.place): \($0.message)" }
                == ["list.m3u:9: the entry stands in line 3 already, and is left out"])
    }

    @Test func whatPlayersWriteBesideAnEntryIsRead() throws {
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
        #expect(found.channels.last?.categories == [])
    }

    @Test func televisionAndAddressesWithoutASchemeAreLeftOutWithTheirLine() throws {
        let found = try M3UReader().read(
            "#EXTM3U\n#EXTINF:-1 radio=\"false\",TV\nhttps://a.example/tv\n#EXTINF:-1,X\none.mp3\n")
        #expect(found.items.isEmpty && found.notices.map(\.place.line) == [3])
        #expect(found.faults.map(\.place.line) == [5, 0])
    }

    @Test func aPlaylistOfAStreamIsRefused() throws {
        let found = try M3UReader().read("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\nhttps://a.example/1.ts\n")
        #expect(found.items.isEmpty && found.faults.map(\.place.line) == [2])
    }

    @Test(arguments: ["-1 tvg-id=\"a", "-1 =", "-1 a=\"b\"c,N", "-1", "", "-1 ,", "-1 a a a", "\"", "-1 tvg-id=,N"])
    func oddAttributesEnd(text: String) { #expect(M3UEntry(text[...]).isRadio) }

    @Test func plsIsReadInAnyOrder() throws {
        let found = try M3UReader().read(
            "\u{FEFF}[Playlist]\nnumberofentries=3\nTitle2=Two\nFile2=https://a.example/2\nfile1=https://a.example/1\nTitle1=One=1\nTitle3=Three\n"
        )
        #expect(found.channels.map(\.name) == ["One=1", "Two"] && found.reports == [])
        #expect(found.notices.count == 1)
    }

    @Test func xspfIsReadWithSeveralLocationsOfATrack() throws {
        let found = try M3UReader().read(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <playlist version="1" xmlns="http://xspf.org/ns/0/"><trackList>
            <track><title>One</title><location>https://a.example/1</location><location>https://b.example/1</location><image>https://a.example/i.png</image></track>
            <track><title>Bad</title><location>1.mp3</location></track>
            </trackList></playlist>
            """)
        #expect(found.channels.map { $0.bearers.map(\.uri) } == [["https://a.example/1", "https://b.example/1"]])
        #expect(found.faults.map(\.place.line) == [4])
    }
}
