import Web

/// A search for measures by a printed measure number, the label of a section, or words of an annotation (spec T4).
struct LiveProgramSearch: Sendable {
    /// A measure that was found, and the part of the programme that matched.
    struct Match: Sendable, Hashable {
        let position: ProgramPosition
        let reason: Reason
        /// The label of the section, or the first words of the annotation; empty for a measure.
        let text: String
    }

    /// The part of the programme that matches the query.
    enum Reason: Sendable, Hashable {
        case measure
        case section
        case annotation(track: String)
    }

    /// The largest number of matches of a search.
    static let limit = 12

    let program: LiveProgram
    let current: ProgramPosition

    /// Returns at most `limit` matches: first the measures of the current piece whose printed number is the query, nearest first; then the sections
    /// whose labels contain the words of the query one after the other; then the annotations that contain these words in the same way.
    ///
    /// Sections and annotations are in the order of the programme, from the current piece to the last and then from the first. Annotations match only
    /// if a word of the query has three letters or more. Queries without words or of more than 100 bytes match nothing. O(n) in the sections and
    /// annotations of the programme, and O(m log m) in the m measures of the current piece.
    func matches(_ query: String) -> [Match] {
        let typed = query.trimmingSpaces
        let words = Folding.words(of: typed)
        guard !words.isEmpty, typed.utf8.count <= 100 else { return [] }
        return Array((measures(typed) + sections(words) + annotations(words)).prefix(Self.limit))
    }

    private func measures(_ number: String) -> [Match] {
        let piece = program.pieces[current.piece]
        return piece.printed.indices.filter { piece.printed[$0].number == number }
            .sorted { (abs($0 + 1 - current.measure), $0) < (abs($1 + 1 - current.measure), $1) }
            .map { Match(position: ProgramPosition(piece: current.piece, measure: $0 + 1), reason: .measure, text: "") }
    }

    private var pieces: [Int] { Array(program.pieces.indices[current.piece...]) + Array(0..<current.piece) }

    private func sections(_ words: [String]) -> [Match] {
        pieces.flatMap { index in
            program.pieces[index].sections.filter { Self.contains(words, in: Folding.words(of: $0.label)) }.map {
                Match(position: ProgramPosition(piece: index, measure: $0.measure), reason: .section, text: $0.label)
            }
        }
    }

    private func annotations(_ words: [String]) -> [Match] {
        // Shorter words are in nearly every text.
        guard words.contains(where: { $0.count > 2 }) else { return [] }
        return pieces.flatMap { index in
            program.pieces[index].tracks.flatMap { track in
                track.annotations.filter { Self.contains(words, in: Folding.words(of: $0.text)) }.map {
                    Match(
                        position: ProgramPosition(piece: index, measure: $0.measure),
                        reason: .annotation(track: track.name), text: CueSheet.firstWords(of: $0.text))
                }
            }
        }
    }

    /// Returns whether a text contains the words directly one after the other. If the last word has three letters or more, it may be only the
    /// beginning of a word of the text.
    private static func contains(_ words: [String], in text: [String]) -> Bool {
        guard text.count >= words.count, let last = words.last else { return false }
        return (0...(text.count - words.count)).contains { start in
            words.indices.allSatisfy { index in
                let word = text[start + index]
                return word == words[index] || index == words.count - 1 && last.count > 2 && word.hasPrefix(last)
            }
        }
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
