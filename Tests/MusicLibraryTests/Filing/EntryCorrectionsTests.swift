import ArtistClassification
import Testing

@testable import MusicLibrary
@testable import SoundCloud

struct EntryCorrectionsTests {
    private typealias Correction = ListenerKnowledge.NameCorrection

    private func filed(
        _ nameCorrections: [Correction], album: String? = nil, label: String? = nil, by artist: String = "Vale"
    )
        -> Filing
    {
        var filing = Filing(
            id: "1", credits: [ArtistCredit(role: .main, name: artist, key: ArtistName.key(artist))], title: "",
            creditedTitle: "", coreTitle: "", album: album, label: label, suggestedShelf: .songs, confidence: 1,
            reasons: [])
        EntryCorrections(nameCorrections).apply(to: &filing)
        return filing
    }

    private func label(_ subject: String, _ name: String) -> Correction {
        Correction(kind: .label, subject: subject, names: [name])
    }

    private func album(_ subject: String, _ name: String, by artist: String) -> Correction {
        Correction(kind: .album, subject: subject, names: [name, artist])
    }

    @Test func aNameCorrectionAppliesToTheResultOfAnotherCorrection() {
        let nameCorrections = [label("One", "Two"), label("Two", "Three")]
        for name in ["One", "ONE", "Two", "Three"] { #expect(filed(nameCorrections, label: name).label == "Three") }
        #expect(filed(nameCorrections, label: "Four").label == "Four")
        #expect(filed(nameCorrections).label == nil)
    }

    @Test func theLatestOfContradictoryNameCorrectionsWins() {
        let back = [label("One", "Two"), label("Two", "One")]
        for name in ["One", "Two"] { #expect(filed(back, label: name).label == "One") }
        let round = [label("One", "Two"), label("Two", "Three"), label("Three", "One")]
        for name in ["One", "Two", "Three"] { #expect(filed(round, label: name).label == "One") }
    }

    @Test func aNameCorrectionCanChangeTheCaseOfAName() {
        let nameCorrections = [label("quiet harbour", "Quiet Harbour")]
        for name in ["quiet harbour", "QUIET HARBOUR"] {
            #expect(filed(nameCorrections, label: name).label == "Quiet Harbour")
        }
    }

    @Test func anAlbumCorrectionAppliesToAlbumsOfOneArtistOnly() {
        let nameCorrections = [album("Works", "Early Works", by: "Vale")]
        #expect(filed(nameCorrections, album: "Works").album == "Early Works")
        #expect(filed(nameCorrections, album: "Works", by: "Reed").album == "Works")
        #expect(filed(nameCorrections, label: "Works").label == "Works")
    }

    /// The order of the corrections does not matter.
    @Test func anAlbumCorrectionStillAppliesAfterItsArtistIsRenamed() {
        let renamed = Correction(kind: .rename, subject: "Vale", names: ["Aurora Vale"])
        let merged = Correction(kind: .alias, subject: "Aurora Vale", names: ["Orchard"])
        let works = album("Works", "Early Works", by: "Vale")
        for nameCorrections in [[works, renamed, merged], [renamed, merged, works], [renamed, works, merged]] {
            for name in ["Vale", "Aurora Vale", "Orchard"] {
                #expect(filed(nameCorrections, album: "Works", by: name).album == "Early Works")
            }
            #expect(filed(nameCorrections, album: "Works", by: "Reed").album == "Works")
        }
    }

    @Test func aCorrectionCanMoveAnAlbumToAnotherArtist() {
        let away = Correction(kind: .album, subject: "Works", names: ["Sampler", "Vale", "Reed"])
        let vale = filed([away], album: "Works")
        #expect(vale.album == "Sampler" && vale.albumArtist == "Reed" && vale.primaryArtist?.name == "Vale")
        #expect(filed([away], album: "Works", by: "Reed").album == "Works")
        #expect(filed([away], album: "Sampler", by: "Reed").albumArtist == nil)
        // Corrections of the other artist's album also apply.
        let on = Correction(kind: .album, subject: "Sampler", names: ["Sampler 1", "Reed"])
        for nameCorrections in [[away, on], [on, away]] {
            let filing = filed(nameCorrections, album: "Works")
            #expect(
                filing.album == (nameCorrections[0] == away ? "Sampler 1" : "Sampler") && filing.albumArtist == "Reed")
        }
        // The other artist may be renamed. After both artists are merged, the album has no other artist.
        let renamed = Correction(kind: .rename, subject: "Reed", names: ["Tomas Reed"])
        for nameCorrections in [[away, renamed], [renamed, away]] {
            #expect(filed(nameCorrections, album: "Works").albumArtist == "Tomas Reed")
        }
        let one = Correction(kind: .alias, subject: "Vale", names: ["Reed"])
        #expect(filed([away, one], album: "Works").albumArtist == nil)
        // Moves back: the later correction takes precedence.
        let back = Correction(kind: .album, subject: "Sampler", names: ["Works", "Reed", "Vale"])
        #expect(filed([away, back], album: "Works").albumArtist == nil)
        #expect(filed([away, back], album: "Sampler", by: "Reed").album == "Works")
        #expect(filed([away, back], album: "Sampler", by: "Reed").albumArtist == "Vale")
    }
}
