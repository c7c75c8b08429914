import ConcertNotes
import Web

/// The numbered cues of a piece, for marking a score: one for each measure in which an annotation begins.
struct CueSheet: Sendable {
    let piece: ReadPiece
    /// The track of the cues, or `nil` for all tracks.
    let track: ReadPiece.ReadTrack?
    let cues: [Cue]

    /// A cue.
    struct Cue: Sendable, Hashable {
        let number: Int
        let measure: Int
        let printed: String
        let pass: Int
        /// The label of the section, or its rehearsal letter.
        let section: String
        let tracks: [String]
        let words: String
    }

    /// Creates the cues in the order of their measures. O(n log n) in the annotations.
    init(_ piece: ReadPiece, track: ReadPiece.ReadTrack? = nil) {
        self.piece = piece
        self.track = track
        var found: [Int: (tracks: [String], text: String)] = [:]
        for read in track.map({ [$0] }) ?? piece.tracks {
            for annotation in read.track.annotations {
                let known = found[annotation.measure]
                found[annotation.measure] = (
                    (known?.tracks ?? []) + (known?.tracks.last == read.track.name ? [] : [read.track.name]),
                    known?.text ?? annotation.text
                )
            }
        }
        cues = found.sorted { $0.key < $1.key }.enumerated().map { index, entry in
            let place = piece.measure(entry.key)
            return Cue(
                number: index + 1, measure: entry.key, printed: place?.printed ?? String(entry.key),
                pass: place?.pass ?? 1, section: piece.section(at: entry.key)?.label ?? "", tracks: entry.value.tracks,
                words: Self.firstWords(of: entry.value.text))
        }
    }

    /// Returns the beginning of a text, at most 60 characters, cut between words. A picture is its caption in brackets.
    static func firstWords(of text: String) -> String {
        let plain = PictureReference.segments(of: text).map { segment in
            switch segment {
            case .text(let text): text
            case .picture(let file, let caption): "[\(caption.isEmpty ? file : caption)]"
            }
        }.joined(separator: " ")
        guard plain.count > 60 else { return plain }
        let cut = plain.prefix(60)
        let words = cut.lastIndex(of: " ").map { cut[..<$0] } ?? cut
        return words + " …"
    }

    /// The sheet as CSV.
    var csv: CSV {
        var csv = CSV(["cue", "printedMeasure", "pass", "section", "measure", "tracks", "words"])
        for cue in cues {
            csv.append([
                String(cue.number), cue.printed, String(cue.pass), cue.section, String(cue.measure),
                cue.tracks.joined(separator: "; "), cue.words,
            ])
        }
        return csv
    }
}
