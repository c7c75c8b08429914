import ArtistClassification
import Testing

struct ReclassificationTests {
    private let library = Library("Frost Songs | Thaw", "Label | Embers - Glow", "Label | Ice - Dew")

    @Test func equalFilingsHaveNoDifference() {
        let comparison = Reclassification(from: library.filings(), to: library.filings().reversed())
        #expect(comparison.isEmpty)
        #expect(comparison.unchanged == 3)
    }

    @Test func changedAddedAndRemovedFilingsAreListed() {
        var grown = library
        grown.add("Frost - Ice Age", by: "Frost Songs")
        grown.add("Frost - Polar Day", by: "Frost Songs")
        let comparison = Reclassification(from: library.filings(), to: grown.filings())
        #expect(comparison.changes.map(\.id) == ["0"])
        #expect(comparison.changes[0].fields == [.artist, .credits])
        #expect(comparison.changes[0].before.primaryArtist?.name == "Frost Songs")
        #expect(comparison.changes[0].after.primaryArtist?.name == "Frost")
        #expect(comparison.added == ["3", "4"])
        #expect(comparison.removed.isEmpty)
        #expect(comparison.unchanged == 2)
        #expect(Reclassification(from: grown.filings(), to: library.filings()).removed == ["3", "4"])
    }

    @Test func aChangedSpellingOfAnArtistIsListedAsAChangeOfCreditsOnly() {
        let renamed = ListenerCorrections([.rename(name: "Embers", to: "EMBERS")])
        let comparison = Reclassification(from: library.filings(), to: library.filings(renamed))
        #expect(comparison.changes.map(\.fields) == [[.credits]])
    }

    @Test func aChangedConfidenceAloneIsNotADifference() {
        var after = library.filings()
        after[0].confidence = 0.1
        after[0].reasons = []
        #expect(Reclassification(from: library.filings(), to: after).isEmpty)
    }

    @Test func everyChangedFieldOfAFilingIsListed() {
        let before = library.filings()
        var after = before
        after[1].creditedTitle = "Glowing"
        after[1].album = "Arctica"
        after[1].label = "Glacier"
        after[1].suggestedShelf = .podcasts
        #expect(Reclassification(from: before, to: after).changes.map(\.fields) == [[.title, .album, .label, .shelf]])
    }
}
