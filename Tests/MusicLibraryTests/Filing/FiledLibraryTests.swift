import ArtistClassification
import TestSupport
import Testing

@testable import MusicLibrary
@testable import SoundCloud

/// Comparisons of the changes that a library reports with the filings of the whole library before and after a change.
struct FiledLibraryTests {
    private static let artists = ["Vale", "Orchard", "The Reeds", "Reeds", "!!!", "Vale & Orchard", "Ångström"]
    private static let albums = ["Works", "Early Works", "works", "?", "Night", "Harbour Songs"]
    private static let labels = ["Quiet Harbour", "quiet harbour", "Polar", "+", "Vale"]

    /// Uploads of several accounts, most with an album, many with a label.
    private static func uploads(_ count: Int, _ dice: inout Seeded) -> [Int64: Upload] {
        var uploads: [Int64: Upload] = [:]
        for track in 1...Int64(count) {
            let (artist, album, label) = (dice.one(of: artists), dice.one(of: albums), dice.one(of: labels))
            uploads[track] = Upload(
                id: "soundcloud:tracks:\(track)", title: "\(artist) - Song \(track)",
                uploader: dice.one(of: ["vale", "reeds", "a shop"]),
                metadataArtist: Bool.random(using: &dice) ? artist : nil,
                labelName: Int.random(in: 0..<3, using: &dice) == 0 ? nil : label,
                albumTitle: Int.random(in: 0..<4, using: &dice) == 0 ? nil : album)
        }
        return uploads
    }

    private static func correction(_ dice: inout Seeded) -> ListenerKnowledge.NameCorrection {
        let (artist, other, third) = (dice.one(of: artists), dice.one(of: artists), dice.one(of: artists))
        let (label, album) = (dice.one(of: labels), dice.one(of: albums))
        switch Int.random(in: 0..<8, using: &dice) {
        case 0: return .init(kind: .alias, subject: artist, names: [other])
        case 1: return .init(kind: .rename, subject: artist, names: [other + " Again"])
        case 2: return .init(kind: .split, subject: artist, names: [other, third])
        case 3: return .init(kind: .label, subject: label, names: [dice.one(of: labels)])
        case 4: return .init(kind: .album, subject: album, names: [dice.one(of: albums), artist, other])
        default: return .init(kind: .album, subject: album, names: [dice.one(of: albums), artist])
        }
    }

    @Test(arguments: 1...10)
    func aCorrectionChangesTheSameTracksAsReclassifyingTheWholeLibrary(seed: UInt64) {
        var dice = Seeded(seed)
        let uploads = Self.uploads(60 + Int(seed) * 30, &dice)
        var trackCorrections = uploads.filter { _ in Int.random(in: 0..<5, using: &dice) > 0 }.mapValues { _ in
            TrackCorrection()
        }
        var nameCorrections: [ListenerKnowledge.NameCorrection] = []
        var library = FiledLibrary(uploads: uploads, trackCorrections: trackCorrections, nameCorrections: [])
        var (before, moved) = (Self.filings(uploads, trackCorrections, []), 0)
        for _ in 0..<60 {
            let found: [Int64: Filing]
            let track = dice.one(of: trackCorrections.keys.sorted())
            switch Int.random(in: 0..<6, using: &dice) {
            case 0 where !nameCorrections.isEmpty:
                found = library.forget(
                    nameCorrections.remove(at: Int.random(in: nameCorrections.indices, using: &dice)))
            case 1:
                let words = TrackCorrection(album: dice.one(of: Self.albums), label: dice.one(of: Self.labels))
                trackCorrections[track] = words
                found = library.correct(words, of: track)
            default:
                let correction = Self.correction(&dice)
                nameCorrections.removeAll { $0.kind == correction.kind && $0.subjectKey == correction.subjectKey }
                nameCorrections.append(correction)
                found = library.addCorrection(correction)
            }
            let after = Self.filings(uploads, trackCorrections, nameCorrections)
            let expected = after.filter { before[$0.key] != $0.value }
            #expect(found == expected, "\(nameCorrections)")
            moved += expected.count
            before = after
        }
        #expect(moved > 60)
    }

    private static let nowhere = Filing(
        id: "", credits: [], title: "", creditedTitle: "", coreTitle: "", suggestedShelf: .songs, confidence: 0,
        reasons: [])

    /// The filings of the library's tracks, computed from scratch.
    private static func filings(
        _ uploads: [Int64: Upload], _ trackCorrections: [Int64: TrackCorrection],
        _ nameCorrections: [ListenerKnowledge.NameCorrection]
    ) -> [Int64: Filing] {
        ListenerKnowledge(
            uploads: uploads,
            filed: trackCorrections.keys.reduce(into: [:]) { filed, track in
                filed[track] = trackCorrections[track].map { .init(track: track, correction: $0, filing: nowhere) }
            }, nameCorrections: nameCorrections
        ).filings()
    }
}
