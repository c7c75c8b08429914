import Testing
import Web

@testable import App

struct LandingTests {
    private static let pages: [(Role, LocalPath)] = [
        (.admin, "/admin"), (.operator, "/operator"), (.editor, "/"), (.programmer, "/"), (.listener, "/"),
    ]

    @Test(arguments: pages)
    func eachRoleHasItsLandingPage(role: Role, path: LocalPath) {
        #expect(RouteTable.landing(role) == path)
    }
}
