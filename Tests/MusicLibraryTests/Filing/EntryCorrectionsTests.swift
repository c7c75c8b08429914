import ArtistClassification
import Testing

@testable import MusicLibrary
@testable import SoundCloud

struct EntryCorrectionsTests {
    private typealias Lesson = ListenerKnowledge.Lesson

    private func filed(_ lessons: [Lesson], album: String? = nil, label: String? = nil, by artist: String = "Vale")
        -> Filing
    {
        var filing = Filing(
            id: "1", credits: [ArtistCredit(role: .main, name: artist, key: ArtistName.key(artist))], title: "",
            creditedTitle: "", coreTitle: "", album: album, label: label, suggestedShelf: .songs, confidence: 1,
            reasons: [])
        EntryCorrections(lessons).apply(to: &filing)
        return filing
    }

    private func label(_ subject: String, _ name: String) -> Lesson {
        Lesson(kind: .label, subject: subject, names: [name])
    }

    private func album(_ subject: String, _ name: String, by artist: String) -> Lesson {
        Lesson(kind: .album, subject: subject, names: [name, artist])
    }

    @Test func correctionsFormChains() {
        let lessons = [label("One", "Two"), label("Two", "Three")]
        for name in ["One", "ONE", "Two", "Three"] { #expect(filed(lessons, label: name).label == "Three") }
        #expect(filed(lessons, label: "Four").label == "Four")
        #expect(filed(lessons).label == nil)
    }

    @Test func theLaterOfTwoContradictoryCorrectionsWins() {
        let back = [label("One", "Two"), label("Two", "One")]
        for name in ["One", "Two"] { #expect(filed(back, label: name).label == "One") }
        let round = [label("One", "Two"), label("Two", "Three"), label("Three", "One")]
        for name in ["One", "Two", "Three"] { #expect(filed(round, label: name).label == "One") }
    }

    @Test func aCorrectionMayChangeTheSpellingOnly() {
        let lessons = [label("quiet harbour", "Quiet Harbour")]
        for name in ["quiet harbour", "QUIET HARBOUR"] { #expect(filed(lessons, label: name).label == "Quiet Harbour") }
    }

    @Test func anAlbumCorrectionAppliesToOneArtistOnly() {
        let lessons = [album("Works", "Early Works", by: "Vale")]
        #expect(filed(lessons, album: "Works").album == "Early Works")
        #expect(filed(lessons, album: "Works", by: "Reed").album == "Works")
        #expect(filed(lessons, label: "Works").label == "Works")
    }

    /// The order of the corrections does not matter.
    @Test func anAlbumCorrectionFollowsARenamedArtist() {
        let renamed = Lesson(kind: .rename, subject: "Vale", names: ["Aurora Vale"])
        let merged = Lesson(kind: .alias, subject: "Aurora Vale", names: ["Orchard"])
        let works = album("Works", "Early Works", by: "Vale")
        for lessons in [[works, renamed, merged], [renamed, merged, works], [renamed, works, merged]] {
            for name in ["Vale", "Aurora Vale", "Orchard"] {
                #expect(filed(lessons, album: "Works", by: name).album == "Early Works")
            }
            #expect(filed(lessons, album: "Works", by: "Reed").album == "Works")
        }
    }

    @Test func anAlbumCanMoveToAnotherArtist() {
        let away = Lesson(kind: .album, subject: "Works", names: ["Sampler", "Vale", "Reed"])
        let vale = filed([away], album: "Works")
        #expect(vale.album == "Sampler" && vale.albumArtist == "Reed" && vale.primaryArtist?.name == "Vale")
        #expect(filed([away], album: "Works", by: "Reed").album == "Works")
        #expect(filed([away], album: "Sampler", by: "Reed").albumArtist == nil)
        // Corrections of the other artist's album also apply.
        let on = Lesson(kind: .album, subject: "Sampler", names: ["Sampler 1", "Reed"])
        for lessons in [[away, on], [on, away]] {
            let filing = filed(lessons, album: "Works")
            #expect(filing.album == (lessons[0] == away ? "Sampler 1" : "Sampler") && filing.albumArtist == "Reed")
        }
        // The other artist may be renamed. After both artists are merged, the album has no other artist.
        let renamed = Lesson(kind: .rename, subject: "Reed", names: ["Tomas Reed"])
        for lessons in [[away, renamed], [renamed, away]] {
            #expect(filed(lessons, album: "Works").albumArtist == "Tomas Reed")
        }
        let one = Lesson(kind: .alias, subject: "Vale", names: ["Reed"])
        #expect(filed([away, one], album: "Works").albumArtist == nil)
        // Moves back: the later correction takes precedence.
        let back = Lesson(kind: .album, subject: "Sampler", names: ["Works", "Reed", "Vale"])
        #expect(filed([away, back], album: "Works").albumArtist == nil)
        #expect(filed([away, back], album: "Sampler", by: "Reed").album == "Works")
        #expect(filed([away, back], album: "Sampler", by: "Reed").albumArtist == "Vale")
    }
}
