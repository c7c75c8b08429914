import ConcertNotes
import HTTP
import TestSupport
import Testing

@testable import ConcertAudience

@Suite struct AudiencePageTests {
    /// Spec T20, Decided 21.
    @Test func theAudiencePageShowsTheProgrammeBeforeTheConcert() async throws {
        try await AudienceStage.with { stage in
            let page = try await stage.text("/live")
            #expect(page.contains("data-state=\"ready\" data-view=\"programme\""))
            #expect(page.contains("<h2 id=\"programme-title\" dir=\"auto\">A Small Evening</h2>"))
            #expect(page.contains("The concert begins soon."))
            #expect(page.contains("<h3 dir=\"auto\">String Quartet No. 12</h3>"))
            #expect(page.contains(/<p class="composer" dir="auto"><i class="art small h\d+ p\d" aria-hidden="true">/))
            #expect(page.contains("<li><span dir=\"auto\">Study &lt; Canon</span></li>"), "names are escaped")
            #expect(page.contains("aria-atomic=\"true\"></article>"), "the note is empty")
        }
    }

    /// Spec T20, N12, I12.
    @Test func theAudiencePageShowsTheCurrentNoteDuringTheConcert() async throws {
        try await AudienceStage.with { stage in
            try await stage.move(measure: 3, .running)
            let page = try await stage.text("/live")
            #expect(page.contains("data-state=\"running\" data-view=\"note\""))
            #expect(page.contains("<p dir=\"auto\">p &lt; f &amp; back.</p>"))
            #expect(page.contains("<img src=\"/images/dot.png\" alt=\"A dot\" width=\"1\" height=\"1\">"))
            #expect(page.contains("<span id=\"measure\">1</span> <span id=\"pass\">2nd time</span>"))
            #expect(page.contains("<span id=\"section\" dir=\"auto\">Answer</span>"))
            #expect(page.contains("<p id=\"key\">C major / A minor</p>"))
            try await stage.move(measure: 4, .held)
            let held = try await stage.text("/live")
            #expect(held.contains("<p dir=\"auto\">The end.</p>"))
            #expect(held.contains("<span id=\"state\">Paused</span>"))
        }
    }

    /// The script finds elements by their identifiers.
    @Test(arguments: [LiveState.running, .blackout, .ended])
    func noElementIdentifierOccursTwiceOnTheAudiencePage(state: LiveState) async throws {
        try await AudienceStage.with { stage in
            try await stage.move(measure: 3, state)
            let identifiers = try await stage.text("/live").matches(of: /\sid="([^"]+)"/).map { String($0.1) }
            #expect(identifiers.contains("measure"))
            #expect(identifiers.count == Set(identifiers).count, "\(identifiers.sorted())")
        }
    }

    /// Spec T6.
    @Test func theShownNoteHasTheLanguageOfItsTrack() async throws {
        var fixture = ProgrammeFixture()
        try fixture.replace(
            "\"pictures\": []",
            by: "\"pictures\": [], \"tracks\": [{\"name\": \"The Music\", \"language\": \"ar\"}]", in: "programme.json")
        try await AudienceStage.with(fixture) { stage in
            try await stage.move(piece: ProgrammeFixture.quartet, measure: 1, .running)
            // The fixture's notes begin with Latin letters, which must not change the direction.
            #expect(try await stage.text("/live").contains("aria-atomic=\"true\" lang=\"ar\" dir=\"rtl\"><p>"))
        }
    }

    @Test func theAudiencePageShowsNoNoteDuringABlackout() async throws {
        try await AudienceStage.with { stage in
            try await stage.move(measure: 3, .blackout)
            let page = try await stage.text("/live")
            #expect(page.contains("<div id=\"blackout\" role=\"status\"><p>"))
            #expect(page.contains("aria-atomic=\"true\"></article>"))
        }
    }

    /// Spec T20. The script writes the sentences into both elements.
    @Test func theProgrammeAndTheSettingsHaveElementsForTheHintOnKeepingTheScreenOn() async throws {
        try await AudienceStage.with { stage in
            let page = try await stage.text("/live")
            let programme = try #require(
                page.firstMatch(of: /<section id="programme".*?<\/section>/.dotMatchesNewlines()))
            #expect(programme.0.contains("<p id=\"awake-hint\" class=\"faint script\"></p>"))
            let settings = try #require(page.firstMatch(of: /<dialog id="settings".*?<\/dialog>/.dotMatchesNewlines()))
            #expect(settings.0.contains("<p id=\"awake-words\" class=\"faint\"></p>"))
            #expect(settings.0.contains("aria-describedby=\"awake-words\""))
            for identifier in ["awake-hint", "awake-words"] {
                #expect(AudienceScript.text.description.contains("write('\(identifier)', words)"))
            }
        }
    }

    @Test func theAudiencePageShowsThatTheConcertHasEnded() async throws {
        try await AudienceStage.with { stage in
            try await stage.move(measure: 4, .ended)
            let page = try await stage.text("/live")
            #expect(page.contains("data-state=\"ended\" data-view=\"programme\""))
            #expect(page.contains("The concert has ended. You can still read all notes."))
        }
    }

    @Test func withoutAConcertTheAudiencePagePromisesToUpdateAutomatically() async throws {
        try await AudienceStage.with(nil) { stage in
            let page = try await stage.text("/live")
            #expect(page.contains("data-state=\"off\" data-view=\"programme\""))
            #expect(page.contains("This page updates automatically when a concert begins."))
            #expect(page.contains("<ul id=\"pieces\"></ul>"))
        }
    }

    @Test func theAudiencePageReloadsEveryFiveSecondsWithoutScripts() async throws {
        try await AudienceStage.with { stage in
            let page = try await stage.text("/live")
            let part = try #require(page.firstMatch(of: /<noscript>(.*?)<\/noscript>/.dotMatchesNewlines())).1
            #expect(part.contains("<meta http-equiv=\"refresh\" content=\"5\">"))
            #expect(part.contains(".script { display: none; }"))
        }
    }

    /// Spec T20, S1.14.
    @Test func theAudiencePageUsesNoCookiesAndNoForeignContent() async throws {
        try await AudienceStage.with { stage in
            for path in ["/live", "/live/poster", "/live/manifest.webmanifest", "/live/service-worker.js"] {
                #expect(try await stage.response(path).fields["Set-Cookie"] == nil, "\(path)")
            }
            let response = try await stage.response("/live")
            let policy = try #require(response.fields["Content-Security-Policy"])
            let nonce = try #require(policy.firstMatch(of: /script-src 'nonce-([0-9a-f]{32})'/)).1
            let page = AudienceStage.text(response)
            #expect(policy.hasPrefix("default-src 'none'; "))
            #expect(!policy.contains("unsafe"))
            #expect(page.matches(of: /<(script|style|link rel="stylesheet")[^>]*>/).allSatisfy { $0.0.contains(nonce) })
            #expect(!page.contains("style=\""), "the policy forbids style attributes")
            #expect(!page.contains("http://") && !page.contains("https://"), "nothing comes from another host")
            #expect(response.fields["Cache-Control"] == "no-store")
            #expect(response.fields["ETag"] == nil)
        }
    }

    /// Spec T20. The page, its files, and the documents that the script reads first, with gzip as browsers ask for it.
    @Test func theAudiencePageWithItsFilesHasFewerThan32000Bytes() async throws {
        try await AudienceStage.with { stage in
            try await stage.move(measure: 3, .running)
            let page = try await stage.text("/live")
            var length = page.utf8.count
            let files = page.matches(of: /\/live\/assets\/[^"]*/).map { String($0.0) }
            #expect(files.count == 2)
            for path in files {
                guard case .representation(let file) = try await stage.response(path).content else {
                    Issue.record("\(path) is not a file")
                    continue
                }
                length += try #require(file.gzip).count
            }
            // The demo's documents add 25 kB: scripts/rehearse-audience measures the sum in a browser.
            #expect(length < 32_000, "\(length) bytes")
        }
    }
}
