import Testing

@testable import Web

struct ArtworkTests {
    @Test(arguments: [
        ("Aurora Vale", "AV"), ("The Quiet Assembly", "TQ"), ("'t Hart", "TH"), ("élan vital", "ÉV"), ("909", "9"),
        ("don't look back", "DL"), ("don’t look back", "DL"), ("a-b c", "AB"), ("' b", "B"),
        ("", ""),
        ("  (Palms)  ", "P"),
    ])
    func theInitialsOfANameComeFromItsFirstTwoWords(name: String, initials: String) {
        #expect(Artwork.initials(of: name) == initials)
    }

    @Test func aPlaceholderDependsOnlyOnTheNameIgnoringCase() {
        #expect(Artwork("Palms").html == Artwork("Palms").html)
        #expect(Artwork.number(of: "Palms") == Artwork.number(of: "palms"))
        #expect(Artwork.number(of: "ÉLAN Vital") == Artwork.number(of: "élan vital"))
        let drawn = Set((0..<200).map { Artwork.number(of: "name \($0)") })
        #expect(drawn.count > 40)
    }

    @Test func aPictureOnThisHostReplacesThePlaceholder() {
        #expect(
            Artwork("Palms", url: "/api/v1/art/7/0?v=1").html.text.contains(
                "<img class=\"art\" src=\"/api/v1/art/7/0?v=1\" alt=\"\""))
    }

    @Test(arguments: ["https://pictures.example/1.jpg", "//pictures.example/1.jpg", "javascript:x"])
    func aPictureOnAnotherHostIsReplacedByThePlaceholder(url: String) {
        let text = Artwork("Palms <b>", url: url, isRound: true).html.text
        #expect(
            !text.contains("<img") && text.contains("class=\"art round h") && text.contains("aria-hidden=\"true\">PB<"))
    }
}
