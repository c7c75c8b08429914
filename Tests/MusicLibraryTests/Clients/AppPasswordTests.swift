import Testing

@testable import MusicLibrary
@testable import SoundCloud

struct AppPasswordTests {
    @Test func appPasswordsAreRandomTextOfUnambiguousCharacters() {
        let secrets = (0..<50).map { _ in AppSecret().text }
        #expect(Set(secrets).count == 50)
        for secret in secrets {
            #expect(secret.wholeMatch(of: /([a-hj-km-np-z02-9]{4}-){5}[a-hj-km-np-z02-9]{4}/) != nil, "\(secret)")
        }
    }

    @Test(arguments: [
        (" Phone ", "Phone"), ("é", "é"), (String(repeating: "x", count: 100), String(repeating: "x", count: 100)),
    ])
    func whiteSpaceAroundTheNameOfAnAppPasswordIsRemoved(text: String, name: String) throws {
        #expect(try AppPassword.name(text) == name)
    }

    @Test(arguments: ["", "  ", "a\nb", "a\u{7}", String(repeating: "x", count: 101)])
    func anInvalidNameOfAnAppPasswordIsRefused(text: String) {
        #expect(throws: (any Error).self) { try AppPassword.name(text) }
    }
}
