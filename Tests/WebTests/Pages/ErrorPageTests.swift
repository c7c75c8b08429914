import HTTP
import Testing

@testable import Web

@Suite struct ErrorPageTests {
    private static func text(_ error: APIError, isPlatform: Bool = false) -> String {
        ErrorPage(error: error, tenant: nil, isPlatform: isPlatform).response(fields: [:]).text
    }

    @Test func anErrorPageShowsTheErrorAndALinkToTheStartPage() {
        let text = Self.text(APIError(.notFound, code: .noSuchPath, "no such <b>"))
        #expect(text.contains("<h1>Page not found</h1>") && text.contains("No such &lt;b&gt;."))
        #expect(text.contains("href=\"/\">Start page</a>"))
    }

    @Test func aPlatformErrorPageLinksToTheListOfTenants() {
        let text = Self.text(APIError(.conflict, code: .noSuchPath, "taken"), isPlatform: true)
        #expect(text.contains("href=\"/platform\">All tenants</a>") && text.contains(" · Platform</title>"))
    }

    @Test func anErrorPageListsSeveralFaults() {
        let text = Self.text(.invalid([.init(field: "a", reason: "is b"), .init(field: "c", reason: "is d")]))
        #expect(text.contains("<li>a is b</li><li>c is d</li>"))
        #expect(Self.text(APIError(.conflict, code: .noSuchPath, "gone", title: "Over")).contains("<h1>Over</h1>"))
    }
}
