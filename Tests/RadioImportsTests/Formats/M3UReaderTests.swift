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
        #expect(one.key == "one.example" && one.name == "Radio One, live" && one.number == 12)
        #expect(one.categories == ["News, local", "Talk"] && found.categories.map(\.name) == ["News, local", "Talk"])
        #expect(one.bearers.map(\.uri) == ["https://a.example/one.mp3?x=1", "https://a.example/one.aac"])
        #expect(one.bearers.map(\.mediaType) == ["audio/mpeg", "audio/aac"] && one.bearers.map(\.cost) == [0, 1])
        #expect(one.art?.images.map(\.url) == ["https://a.example/1.png"])
        #expect(found.channels.map(\.key) == ["one.example", "https://a.example/bare"])
        #expect(found.channels.last?.categories == ["Talk"])
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
