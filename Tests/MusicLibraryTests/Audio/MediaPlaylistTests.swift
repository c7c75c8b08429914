import Testing

@testable import SoundCloud

struct MediaPlaylistTests {
    private static let start = "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXT-X-MAP:URI=\"init.mp4\"\n"
    private static let one = "#EXTINF:9.5,\na.m4s\n"
    private static let end = "#EXT-X-ENDLIST\n"

    @Test func segmentsOfAMediaPlaylistAreReadInOrder() throws {
        let playlist = try MediaPlaylist(Self.start + Self.one + "#EXTINF:1.000001,title\r\nb.m4s\r\n" + Self.end)
        #expect(playlist.initialization.reference == "init.mp4")
        #expect(playlist.segments.map(\.resource.reference) == ["a.m4s", "b.m4s"])
        #expect(playlist.segments.map(\.durationUs) == [9_500_000, 1_000_001])
        #expect(playlist.durationUs == 10_500_001)
    }

    /// RFC 8216 §4.3.2.2.
    @Test func aByteRangeWithoutOffsetStartsAfterThePreviousRange() throws {
        let playlist = try MediaPlaylist(
            """
            #EXTM3U
            #EXT-X-MAP:URI="all.mp4",BYTERANGE="700@0"
            #EXTINF:10,
            #EXT-X-BYTERANGE:1000@700
            all.mp4
            #EXTINF:10,
            #EXT-X-BYTERANGE:500
            all.mp4
            #EXT-X-ENDLIST
            """)
        #expect(playlist.initialization.bytes == 0..<700)
        #expect(playlist.segments.map(\.resource.bytes) == [700..<1700, 1700..<2200])
    }

    @Test(
        arguments: [
            ("", .notAPlaylist), ("<html>", .notAPlaylist), ("#EXTM3U8\n", .notAPlaylist),
            ("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nx.m3u8\n", .listsPlaylists),
            (start + one, .isOpen), (start + end, .hasNoSegments), ("#EXTM3U\n" + one + end, .hasNoInitialization),
            (start + "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n" + one + end, .isEncrypted),
            (start + one + "#EXT-X-DISCONTINUITY\n" + one + end, .changesFormat),
            (start + one + "#EXT-X-MAP:URI=\"other.mp4\"\n" + one + end, .changesFormat),
            (start + "a.m4s\n" + end, .badLine(4)), (start + "#EXTINF:x,\na\n" + end, .badLine(4)),
            (start + "#EXTINF:-1,\na\n" + end, .badLine(4)), (start + "#EXTINF:nan,\na\n" + end, .badLine(4)),
            (start + "#EXTINF:1e9,\na\n" + end, .badLine(4)),
            (start + "#EXTINF:1,\n#EXT-X-BYTERANGE:0@0\na\n" + end, .badLine(5)),
            (start + "#EXTINF:1,\n#EXT-X-BYTERANGE:99999999999999999999\na\n" + end, .badLine(5)),
            (start + "#EXTINF:1,\n#EXT-X-BYTERANGE:1@2@3\na\n" + end, .badLine(5)),
            ("#EXTM3U\n#EXT-X-MAP:BYTERANGE=\"1@0\"\n" + one + end, .badLine(2)),
        ] as [(String, MediaPlaylist.Fault)])
    func anUnsupportedOrMalformedMediaPlaylistIsRefused(text: String, fault: MediaPlaylist.Fault) {
        #expect(throws: fault) { try MediaPlaylist(text) }
    }

    @Test func aMediaPlaylistWithTheKeyMethodNoneIsAccepted() throws {
        let playlist = try MediaPlaylist(Self.start + "#EXT-X-KEY:METHOD=NONE\n" + Self.one + Self.end)
        #expect(playlist.segments.count == 1)
    }
}
