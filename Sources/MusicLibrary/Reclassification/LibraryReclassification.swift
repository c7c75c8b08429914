import ArtistClassification
import Cryptography

/// The tracks of a library that the current rules, stored uploads and corrections would file differently (spec L8).
///
/// The listener first reviews and confirms the difference. Tracks that the listener has corrected or confirmed are excluded.
package struct LibraryReclassification: Sendable, Hashable {
    /// A track that would be filed differently.
    package struct Move: Sendable, Hashable {
        /// The key of the track.
        package let track: Int64
        package let fields: [Reclassification.Field]
        package let before: Filing
        package let after: Filing
    }

    /// The tracks that would be filed differently, sorted by URN.
    package let moves: [Move]
    /// The number of tracks whose filing does not change, including the tracks that the comparison excludes.
    package let unchanged: Int
    /// The number of tracks that the comparison excludes because the listener has corrected or confirmed the tracks.
    let settled: Int
    /// The number of tracks in the library that older rules have filed.
    let filedByOlderRules: Int

    /// Computes the difference between the library's filings and `filings`, which has the filing under the current rules for each track key.
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
            // A different artist always implies different credits.
            let fields = change.fields.filter { $0 != .credits || !change.fields.contains(.artist) }
            return Move(track: track, fields: fields, before: before, after: after)
        }
        self.settled = settled
        unchanged = knowledge.filed.count - moves.count
        filedByOlderRules = knowledge.filed.values.count { $0.filedBy < Int32(Classifier.version) }
    }

    /// A digest that identifies this difference. A request to apply the difference is refused if the digest has changed.
    package var revision: String {
        var hash = SHA256()
        func add(_ text: String) {
            hash.update(data: text.utf8)
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
        return String(hash.finalize().hexadecimal.prefix(32))
    }

    /// The number of moves that change each field, without fields that no move changes.
    package var counts: [(field: Reclassification.Field, count: Int)] {
        Reclassification.Field.allCases.compactMap { field in
            let count = moves.count { $0.fields.contains(field) }
            return count > 0 ? (field, count) : nil
        }
    }
}

extension Filing {
    /// The form of the filing for comparisons, without location, confidence, reasons and the spellings of album and label.
    fileprivate var comparable: Filing {
        Filing(
            id: id, credits: credits, title: title, creditedTitle: "\(coreTitle)\u{1}\(version ?? "")",
            coreTitle: coreTitle,
            version: version, album: album.map(ArtistName.foldKey),
            albumArtist: albumArtist.map(ArtistName.foldKey), label: label.map(ArtistName.foldKey),
            suggestedShelf: .songs, confidence: 0, reasons: [])
    }
}
