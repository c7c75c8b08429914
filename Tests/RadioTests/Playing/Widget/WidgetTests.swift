import Cryptography
import Foundation
import Testing
import TestSupport
import Web

@testable import Radio

struct WidgetTests {
    @Test func getWidget() async throws {
        try await PlayingStage.with { playing in
            let (database, here) = (playing.stage.database, playing.stage.here)
            let channel = try await database.channel("one", timeZone: "Europe/Prague", in: here)
            let show = try await database.show("Morning & <noon>", on: [channel], in: here)
            try await database.airing(
                of: show, on: channel, from: "2026-06-15T11:00:00Z", to: "2026-06-15T13:00:00Z", in: here)
            let next = try await database.show("Evening", on: [channel], in: here)
            try await database.airing(
                of: next, on: channel, from: "2026-06-15T13:00:00Z", to: "2026-06-15T14:00:00Z", in: here)
            try await database.cut(
                "Song", artist: "Singer", on: channel, at: "2026-06-15T11:59:00Z", durationMs: 90_000, in: here)
            let page = await playing.get("/widget/one")
            #expect(page.status == 200)
            for said in ["Song", "Singer", "Morning &amp; &lt;noon&gt;", "13:00 to 15:00", "15:00</span> Evening"] {
                #expect(page.text.contains(said), "\(said)")
            }
            #expect(page.text.contains("<a href=\"/\" target=\"_top\">\(here.name)</a>"), "the link leaves the frame")
            #expect(page.text.contains("--ground: \(ColourRole.ground.values.dark);"))
            #expect(await playing.get("/widget/\(channel)").text == page.text)
            #expect(await playing.get("/widget/none").status == 404)
            playing.stage.clock.advance(seconds: 30)
            #expect(await !playing.get("/widget/one").text.contains("Song"))
        }
    }

    /// Spec Decided 17.
    @Test func theContentSecurityPolicyOfTheWidgetAllowsFramesAndItsOwnScript() async throws {
        try await PlayingStage.with { playing in
            try await playing.stage.database.channel("one", in: playing.stage.here)
            let page = await playing.get("/widget/one")
            let policy = page.fields["Content-Security-Policy"] ?? ""
            #expect(policy.contains("frame-ancestors *"))
            #expect(page.fields["ETag"] == nil, "a 304 would carry the server's general policy")
            for (open, close, directive) in [
                ("<style>", "</style>", "style-src"), ("<script type=\"module\">", "</script>", "script-src"),
            ] {
                let text = try #require(
                    page.text.components(separatedBy: open).last?.components(separatedBy: close).first)
                let digest = try await playing.stage.database.sql(
                    "select encode(sha256(convert_to($text$\(text)$text$, 'UTF8')), 'base64')")
                #expect(policy.contains("\(directive) 'sha256-\(digest)'"))
            }
            #expect(
                await playing.get("/api/v1/now").fields["Content-Security-Policy"]?.contains("frame-ancestors *")
                    != true)
        }
    }
}
