import Testing

@testable import ConcertPages

@Suite struct ConcertPagePartTests {
    @Test func everyPartIsInTheNavigationOnce() {
        #expect(ConcertPage.Part.allCases == [.concerts, .glossary, .pictures, .assets])
    }
}
