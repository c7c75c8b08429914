import Web

/// The numbered cues of a piece, for marking a score: one for each measure in which an annotation begins.
package struct CueSheet: Sendable {
    package let piece: Piece
    /// The track of the cues; `nil` for all tracks.
    package let track: AnnotationTrack?
    package let cues: [Cue]

    /// One numbered cue. `tracks` lists the names of the tracks with an annotation at the measure. `words` is the beginning of the first of these
    /// annotations.
    package struct Cue: Sendable, Hashable {
        package let number: Int
        package let measure: Int
        package let printed: String
        package let pass: Int
        /// The label of the section at the measure; empty before the first section.
        package let section: String
        package let tracks: [String]
        package let words: String
    }

    /// Creates the cues in the order of their measures, for one track, or for all if `track` is `nil`. O(n log n) in the annotations.
    package init(_ piece: Piece, track: AnnotationTrack? = nil) {
        self.piece = piece
        self.track = track
        var found: [Int: (tracks: [String], text: String)] = [:]
        for track in track.map({ [$0] }) ?? piece.tracks {
            for annotation in track.annotations {
                let known = found[annotation.measure]
                found[annotation.measure] = (
                    (known?.tracks ?? []) + (known?.tracks.last == track.name ? [] : [track.name]),
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

    /// Returns a text of at most 60 characters unchanged; of a longer text, the words within the first 60 characters and an ellipsis. A picture
    /// appears in brackets as its caption, or without a caption as its file name.
    package static func firstWords(of text: String) -> String {
        let plain = PictureReference.segments(of: text).map { segment in
            switch segment {
            case .text(let text): text
            case .picture(let file, let caption): "[\(caption.isEmpty ? file : caption)]"
            }
        }.joined(separator: " ")
        let cut = plain.prefix(60)
        guard cut.endIndex < plain.endIndex else { return plain }
        let words = cut.lastIndex(of: " ").map { cut[..<$0] } ?? cut
        return words + " …"
    }

    /// The cues as a CSV table with one record per cue.
    package var csv: CSV {
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
