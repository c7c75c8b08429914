import Foundation
import HTTP
import TestSupport
import Testing

@testable import ConcertAudience

/// The rules of the service worker, run in Node.js without a browser.
@Suite struct ServiceWorkerTests {
    private func run(_ statements: String) throws -> [String] {
        let worker = ServiceWorker(version: "1", script: "/live/assets/a.js", style: "/live/assets/a.css")
        return try Node.run(worker.text, until: ServiceWorker.endOfRules, statements)
    }

    private static let concert = """
        const concert = { id: 'evening', revision: 3, pieces: [{ url: '/api/v1/pieces/a' }],
          pictures: [{ url: '/images/dot.png' }], assets: [{ url: '/images/AppAssets/ProgramNotes.pdf' }] };
        """

    /// Spec T20.
    @Test func theOfflineCopyOfAConcertIncludesPiecesWaveformsAndPictures() throws {
        #expect(
            try run(Self.concert + "answer(contentOf(concert).join(' '));") == [
                #""/api/v1/concert /api/v1/glossary /api/v1/pieces/a /api/v1/pieces/a/waveform /images/dot.png""#
            ])
    }

    @Test func offlineCopiesOfOlderRevisionsAreOutdated() throws {
        let lines = try run(
            Self.concert + """
                const name = concertName(concert, { revision: 7 });
                answer(name);
                answer(outdated([name, 'live-concert-evening-2-7', 'live-page-1', 'live-state', 'other'], name));
                answer(outdated([name, 'live-page-0', shellName('1'), 'live-state'], shellName('1')));
                """)
        #expect(
            lines == [#""live-concert-evening-3-7""#, #"["live-concert-evening-2-7"]"#, #"["live-page-0"]"#])
    }

    @Test(arguments: [
        ("GET", "/live", "navigate", "\"network\""), ("GET", "/live/poster", "navigate", "undefined"),
        ("GET", "/operator", "navigate", "undefined"), ("GET", "/api/v1/live", "cors", "undefined"),
        ("GET", "/api/v1/live/events", "cors", "undefined"), ("GET", "/api/v1/concert", "cors", "\"network\""),
        ("GET", "/api/v1/concert/archive", "cors", "undefined"),
        ("GET", "/api/v1/pieces/a%20b/waveform", "cors", "\"network\""),
        ("GET", "/api/v1/pieces/a/cues.csv", "cors", "undefined"), ("GET", "/images/dot.png", "no-cors", "\"cache\""),
        ("GET", "/images/AppAssets/ProgramNotes.pdf", "no-cors", "undefined"),
        ("GET", "/live/assets/audience-1.js", "cors", "\"cache\""), ("POST", "/api/v1/concert", "cors", "undefined"),
    ])
    func theServiceWorkerHandlesOnlyRequestsOfTheAudiencePage(
        method: String, path: String, mode: String, rule: String
    ) throws {
        #expect(try run("answer(ruleFor('\(method)', '\(path)', '\(mode)'));") == [rule])
    }

    @Test func theFilesListedInTheServiceWorkerExist() async throws {
        try await AudienceStage.with { stage in
            let text = try await stage.text("/live/service-worker.js")
            let page = try await stage.text("/live")
            let files = try #require(text.firstMatch(of: /files: \[(.*?)\]/)).1.matches(of: /'([^']*)'/).map {
                String($0.1)
            }
            #expect(files.count == 5)
            for path in files where path.hasPrefix("/live") {
                #expect(try await stage.response(path).status == .ok, "\(path)")
            }
            for path in files where path.hasPrefix("/live/") { #expect(page.contains("\"\(path)\"")) }
        }
    }

    @Test func theWebAppManifestNamesTheTenant() async throws {
        try await AudienceStage.with { stage in
            let response = try await stage.response("/live/manifest.webmanifest")
            #expect(response.fields["Content-Type"] == "application/manifest+json")
            let manifest = try #require(
                JSONSerialization.jsonObject(with: Data(AudienceStage.text(response).utf8)) as? [String: Any])
            #expect(manifest["short_name"] as? String == "Hall")
            #expect(manifest["start_url"] as? String == "/live")
            #expect(manifest["scope"] as? String == "/live")
            #expect(manifest["display"] as? String == "standalone")
            #expect((manifest["icons"] as? [[String: Any]])?.first?["sizes"] as? String == "any")
        }
    }
}
