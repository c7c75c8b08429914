import HTTP
import Testing
import Web

@testable import ConcertAudience

@Suite struct AudienceFilesTests {
    private let files = AudienceFiles(lastModified: 0)

    private func caching(_ name: String) -> String? {
        guard case .representation(let file)? = files.response(to: name)?.content else { return nil }
        return file.fields["Cache-Control"]
    }

    @Test func aFileOfTheCurrentVersionIsCachedAsImmutable() {
        #expect(caching(files.script.name) == "public, max-age=31536000, immutable")
        #expect(caching(files.style.name) == "public, max-age=31536000, immutable")
    }

    @Test func aFileRequestedWithAnotherVersionMustBeRevalidated() {
        #expect(caching("audience-0.js") == "no-cache")
        #expect(caching("audience-0.css") == "no-cache")
    }

    @Test(arguments: ["audience-0.png", "pages-0.css", "", ".js"])
    func anUnknownAudienceFileIsNotFound(name: String) {
        #expect(files.response(to: name) == nil)
    }

    @Test func everyVariableOfTheAudienceStyleSheetIsDefined() throws {
        let used = Set(AudienceScript.style.matches(of: /var\((--[a-z-]+)\)/).map { String($0.1) })
        #expect(used.count > 8)
        for name in used { #expect(AudienceScript.style.contains("\(name):"), "\(name)") }
    }

    /// Spec T20: the page reads from right to left in a document of that direction.
    @Test func theAudienceStyleSheetUsesNoLeftOrRightProperties() {
        let rules = AudienceScript.style.split(whereSeparator: { "{};".contains($0) })
        for rule in rules where rule.contains(":") {
            let property = rule.split(separator: ":")[0].split(separator: " ").last ?? ""
            #expect(
                !property.hasSuffix("-left") && !property.hasSuffix("-right") && property != "left"
                    && property != "right")
        }
    }

    /// Spec T20. A picture with a white ground would light up a dark hall, and black on white must stay readable (WCAG 2.2 §1.4.3).
    @Test func picturesAreDimmedButKeepTheirContrast() throws {
        let style = AudienceScript.style
        #expect(style.contains(/img \{[^}]*filter: brightness\(var\(--brightness\)\);/))
        let usual = try #require(style.firstMatch(of: /html \{[^}]*--brightness: ([0-9.]+);/)).1
        let white = try #require(Double("0\(usual)")) * 255
        let digits = String(Int(white + 0.5), radix: 16)
        let ratio = try #require(Contrast.ratio("#\(digits)\(digits)\(digits)", "#000000"))
        #expect(ratio >= Contrast.leastForText && ratio < 6, "\(ratio)")
    }

    @Test func theBrightnessOfPicturesCanBeSetInTheSettings() {
        #expect(AudienceControls.dialogs.text.contains("<input type=\"range\" id=\"brightness\" min=\"1\" max=\"4\""))
        let levels = AudienceScript.style.matches(
            of: /html\[data-brightness="([1-4])"\] \{ --brightness: ([0-9.]+); \}/)
        #expect(levels.map { String($0.1) } == ["1", "3", "4"], "level 2 is the usual brightness")
        #expect(levels.last?.2 == "1")
    }

    /// Service Workers §3.4.3: the scope of a worker is its folder, unless the field allows a wider one.
    @Test func theServiceWorkerMayControlTheAudiencePage() {
        let response = files.workerResponse(gzip: false)
        #expect(response.fields["Service-Worker-Allowed"] == "/live")
        #expect(response.fields["Cache-Control"] == "no-cache")
        #expect(response.fields["Content-Type"] == "text/javascript; charset=utf-8")
    }

    /// A worker has the policy of its own response (CSP level 3 §3.3), and the server's general policy would forbid every request.
    @Test func theServiceWorkerMayFetchFromThisServer() {
        for gzip in [false, true] {
            let response = files.workerResponse(gzip: gzip)
            #expect(response.fields["Content-Security-Policy"]?.contains("connect-src 'self'") == true)
            #expect(response.fields["ETag"] == nil, "a 304 would carry the general policy")
            #expect(response.fields["Content-Encoding"] == (gzip ? "gzip" : nil))
        }
    }
}
