import ConcertNotes
import Testing

@Suite struct PieceNameTests {
    /// Spec I4.
    @Test func aPieceNameSeparatesComposerWorkAndMovementByCommaAndColon() {
        #expect(
            PieceName(composer: "Strauss", work: "Don Juan", movement: "Don Juan").description
                == "Strauss, Don Juan: Don Juan")
    }

    @Test(arguments: [
        "Strauss, Don Juan: Don Juan", "Strauss,Don Juan: Don Juan", "strauss , don juan:don juan",
        "STRAUSS DON JUAN DON JUAN",
    ])
    func spacesPunctuationAndCaseDoNotChangeTheKeyOfAPieceName(spelling: String) {
        #expect(PieceName.key(of: spelling) == "straussdonjuandonjuan")
    }

    @Test(arguments: [
        ("Concerto For Orchestra: Mvt. 3", "Concerto for Orchestra: Mvt 3"), ("Dvořák", "DVOŘÁK"),
        ("Dvor\u{30C}a\u{301}k", "Dvořák"), ("Großes Konzert", "GROSSES KONZERT"), ("Ξενάκης", "ΞΕΝΆΚΗΣ"),
        ("Шостакович, № 5", "шостакович 5"),
    ])
    func theKeyOfAPieceNameIgnoresCaseInLatinGreekAndCyrillic(one: String, other: String) {
        #expect(PieceName.key(of: one) == PieceName.key(of: other))
    }

    @Test func pieceNamesThatDifferInADigitHaveDifferentKeys() {
        #expect(
            PieceName.key(of: "Brahms, Symphony No. 4: Mvt. 1") != PieceName.key(of: "Brahms, Symphony No. 4: Mvt. 2"))
    }

    /// Phones of 2013 do not encode an ampersand in `database1=`, so it ends the value.
    @Test func theErrorOfAnAmpersandInAPieceNameSuggestsTheWordAnd() {
        let problems = PieceName(composer: "Simon & Garfunkel", work: "Study&Canon", movement: "I").problems
        #expect(problems.map(\.fix) == ["write \"Simon and Garfunkel\"", "write \"Study and Canon\""])
    }

    @Test(arguments: [
        PieceName(composer: "Dvořák", work: "Concerto for Violin, Cello and Orchestra", movement: "Mvt. 1, Allegro"),
        PieceName(composer: "Brahms", work: "Op. 90:3", movement: "III"),
    ])
    func aWorkTitleMayContainACommaOrAColonWithoutASpace(name: PieceName) {
        #expect(name.problems.isEmpty)
    }

    /// Spec D7.
    @Test(arguments: [
        (PieceName(composer: "Bach, J. S.", work: "Mass", movement: "Kyrie"), "comma"),
        (PieceName(composer: "Bach", work: "Mass; Suite", movement: "Kyrie"), "\";\""),
        (PieceName(composer: "Bach", work: "Mass", movement: "Kyrie|Gloria"), "\"|\""),
        (PieceName(composer: "Bach", work: "Mass: in B", movement: "Kyrie"), "\": \""),
        (PieceName(composer: "Bach", work: "Mass", movement: "1: Kyrie"), "\": \""),
        (PieceName(composer: "Bach", work: "Mass", movement: "Kyrie\u{7}"), "control character"),
        (PieceName(composer: "Bach", work: "Mass", movement: "Kyrie\u{2028}1"), "control character"),
        (PieceName(composer: "Bach ", work: "Mass", movement: "Kyrie"), "space"),
        (PieceName(composer: "", work: "Mass", movement: "Kyrie"), "composer is empty"),
        (PieceName(composer: "♭", work: "♮", movement: "♯"), "no letter"),
        (
            PieceName(composer: "Bach", work: String(repeating: "Mass ", count: 80) + "1", movement: "Kyrie"),
            "bytes long"
        ),
    ])
    func anInvalidPieceNameIsReportedAsOneProblemWithItsReason(name: PieceName, part: String) {
        #expect(name.problems.count == 1)
        #expect(name.problems.first?.reason.contains(part) == true)
    }

    /// Spec N29.
    @Test func theFolderNameOfAPieceOnPhonesKeepsOnlyLettersAndDigits() {
        let name = PieceName(composer: "Dvořák", work: "String Quartet No. 12", movement: "Mvt. 1")
        #expect(name.phoneFolder == "POADvořákStringQuartetNo12Mvt1")
    }

    @Test func aWorkThatDiffersOnlyInCaseIsReportedAsAMisspelling() throws {
        let same = Work(composer: "Gustav Holst", title: "The Planets")
        let other = Work(composer: "Gustav Holst", title: "The planets")
        #expect(same.misspelling(among: [same]) == nil)
        let problem = try #require(same.misspelling(among: [same, other]))
        #expect(problem.fix.contains("\"Gustav Holst, The planets\""))
    }
}
