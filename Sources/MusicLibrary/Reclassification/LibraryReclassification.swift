import ArtistClassification
import Crypto

/// What the rules of today, all that is stored and all that was taught would file elsewhere in one listener's library (spec L8).
///
/// Nothing moves by itself: a newer version of the server, or uploads that came since, change no filing until the listener has seen
/// what would change and says so. What the listener has said, or has looked at and let stand, is not in it.
struct LibraryReclassification: Sendable, Hashable {
    /// A track that would be filed elsewhere.
    struct Move: Sendable, Hashable {
        let track: Int64
        let fields: [Reclassification.Field]
        let before: Filing
        let after: Filing
    }

    /// By the URNs of the tracks.
    let moves: [Move]
    /// Tracks that stay as they are filed.
    let unchanged: Int
    /// Those among them that stay because the listener has settled them.
    let settled: Int
    /// How many were filed by rules older than today's.
    let filedByOlderRules: Int

    /// - Parameters:
    ///   - knowledge: the library as it is filed.
    ///   - filings: how it would be filed, by the tracks' keys.
    init(_ knowledge: ListenerKnowledge, filings: [Int64: Filing]) {
        var tracks: [String: Int64] = [:]
        var (old, new): ([String: Filing], [String: Filing]) = ([:], [:])
        var settled = 0
        for filed in knowledge.filed.values {
            if filed.isSettled {
                settled += 1
                continue
            }
            guard let upload = knowledge.uploads[filed.track], let filing = filings[filed.track] else { continue }
            tracks[upload.id] = filed.track
            old[upload.id] = filed.filing
            new[upload.id] = filing.stored(upload)
        }
        let difference = Reclassification(
            from: old.values.map { $0.comparable }, to: new.values.map { $0.comparable })
        moves = difference.changes.compactMap { change in
            guard let track = tracks[change.id], let before = old[change.id], let after = new[change.id] else {
                return nil
            }
            // Another artist is another credit anyway.
            let fields = change.fields.filter { $0 != .credits || !change.fields.contains(.artist) }
            return Move(track: track, fields: fields, before: before, after: after)
        }
        self.settled = settled
        unchanged = knowledge.filed.count - moves.count
        filedByOlderRules = knowledge.filed.values.count { $0.filedBy < Int32(Classifier.version) }
    }

    /// Names this very difference: who applies it says it, and is refused once it is another.
    var revision: String {
        var hash = SHA256()
        func add(_ text: String) {
            hash.update(data: Array(text.utf8))
            hash.update(data: [0])
        }
        add("\(Classifier.version)")
        for move in moves {
            add(move.before.id)
            for filing in [move.before, move.after] {
                for credit in filing.credits {
                    for text in [credit.role.rawValue, credit.name, credit.key, credit.joinPhrase] { add(text) }
                }
                for text in [filing.title, filing.version, filing.album, filing.albumArtist, filing.label] {
                    add(text ?? "\u{1}")
                }
            }
        }
        return hash.finalize().prefix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// How many moves concern a field.
    var counts: [(field: Reclassification.Field, count: Int)] {
        Reclassification.Field.allCases.compactMap { field in
            let count = moves.count { $0.fields.contains(field) }
            return count > 0 ? (field, count) : nil
        }
    }
}

extension Filing {
    /// As two filings are compared: an album or label that is only spelt otherwise is the same, and the version counts to the title.
    fileprivate var comparable: Filing {
        Filing(
            id: id, credits: credits, title: title, creditedTitle: "\(coreTitle)\u{1}\(version ?? "")",
            coreTitle: coreTitle,
            version: version, album: album.map(ArtistName.shelfKey),
            albumArtist: albumArtist.map(ArtistName.shelfKey), label: label.map(ArtistName.shelfKey),
            suggestedShelf: .songs, confidence: 0, reasons: [])
    }
}
