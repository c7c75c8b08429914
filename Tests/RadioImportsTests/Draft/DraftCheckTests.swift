import Radio
import Testing

@testable import RadioImports

struct DraftCheckTests {
    @Test(
        arguments: [
            (Self.bearer(uri: "no address"), "its URI must be a lower-case scheme and an address without spaces"),
            (
                Self.bearer(mediaType: String(repeating: "x", count: 101)),
                "its media type must have at most 100 characters"
            ),
            (Self.bearer(bitrate: -1), "its bit rate must be from 0 to 100000 kbit/s, found -1"),
            (Self.bearer(cost: 100_001), "its cost must be from 0 to 100000, found 100001"),
            (Self.bearer(offsetMs: 600_001), "its offset must be from 0 to 600000 ms, found 600001"),
        ])
    func aBearerThatBreaksARuleIsOmittedWithANoticeOfTheRule(bearer: Bearer, rule: String) throws {
        var draft = ChannelDraft(key: "one", name: "One")
        draft.bearers = [bearer, Self.bearer()]
        var check = DraftCheck()
        guard case .channel(let checked) = check.checked(.channel(draft)) else {
            Issue.record("the channel is refused")
            return
        }
        #expect(checked.bearers == [Self.bearer()])
        #expect(check.notices.count == 1)
        #expect(check.notices.first?.hasPrefix("the bearer \(bearer.uri) is not imported: \(rule)") == true)
    }

    @Test(
        arguments: [
            (ArtDraft.Image(url: "ftp://a.example/1.png"), "its address must begin with http:// or https://"),
            (
                ArtDraft.Image(url: "https://a.example/1.png", width: -1),
                "its width must be from 0 to 100000 pixels, found -1"
            ),
            (
                ArtDraft.Image(url: "https://a.example/1.png", height: 100_001),
                "its height must be from 0 to 100000 pixels, found 100001"
            ),
            (
                ArtDraft.Image(url: "https://a.example/1.png", mediaType: String(repeating: "x", count: 101)),
                "its media type must have at most 100 characters"
            ),
        ])
    func aPictureThatBreaksARuleIsReportedWithTheRule(image: ArtDraft.Image, rule: String) throws {
        var draft = PersonDraft(key: "ann", name: "Ann")
        draft.art = ArtDraft()
        draft.art?.images = [image]
        var check = DraftCheck()
        #expect(check.checked(.person(draft)) != nil)
        #expect(check.notices.count == 1)
        #expect(check.notices.first?.hasPrefix("the picture \(image.url) is not imported: \(rule)") == true)
    }

    private static func bearer(
        uri: String = "https://a.example/live", mediaType: String = "", bitrate: Int32 = 0, cost: Int32 = 0,
        offsetMs: Int32 = 0
    ) -> Bearer {
        Bearer(uri: uri, purpose: .live, mediaType: mediaType, bitrate: bitrate, cost: cost, offsetMs: offsetMs)
    }
}
