/// An ending (volta) with its last measure and its passes, which are computed if the file omits them.
struct EndingSpan: Sendable, Hashable {
    /// The index of the first measure.
    let start: Int
    /// The index of the last measure.
    let end: Int
    /// The passes in which the ending is played; never empty.
    let passes: [Int]

    var lastPass: Int { passes.max() ?? 1 }

    /// Returns whether the ending `next`, directly after the endings `listed`, belongs to their section: it does unless it is for the first pass or
    /// for a pass of one of these endings. `false` if `next` is `nil`.
    static func continues(_ listed: some Sequence<EndingSpan>, with next: EndingSpan?) -> Bool {
        guard let next, !next.passes.contains(1) else { return false }
        return listed.allSatisfy { Set($0.passes).isDisjoint(with: next.passes) }
    }

    /// Returns the endings of a score by the index of their first measure. O(n).
    ///
    /// An ending extends as far as the file states, but not beyond a repeat sign that closes it or the start of the next ending. If the file does
    /// not state the last measure, the ending extends to the next repeat sign or ending.
    static func all(of marks: [FormMarks]) -> [Int: EndingSpan] {
        var spans: [Int: EndingSpan] = [:]
        var previous: EndingSpan?
        var start = 0
        while start < marks.count {
            guard let ending = marks[start].ending else {
                start += 1
                continue
            }
            let joined = previous.flatMap { $0.end == start - 1 ? $0 : nil }
            let passes = ending.passes.isEmpty ? [joined.map { $0.lastPass + 1 } ?? 1] : ending.passes
            var span = EndingSpan(start: start, end: end(of: ending, at: start, in: marks), passes: passes)
            // Two brackets with the same passes and no repeat sign between them are one ending, drawn on two lines.
            if let joined, joined.passes == passes, marks[joined.end].backward == nil {
                span = EndingSpan(start: joined.start, end: span.end, passes: passes)
            }
            spans[span.start] = span
            previous = span
            start = span.end + 1
        }
        return spans
    }

    private static func end(of ending: FormMarks.Ending, at start: Int, in marks: [FormMarks]) -> Int {
        let last = ending.length.map { start + max(1, $0) - 1 } ?? Int.max
        var depth = 0
        for index in start..<marks.count {
            if index > start, marks[index].forward { depth += 1 }
            if marks[index].backward != nil {
                guard depth > 0 else { return index }
                depth -= 1
            }
            guard index < last, index + 1 < marks.count, marks[index + 1].ending == nil else { return index }
            if ending.length == nil, marks[index + 1].forward { return index }
        }
        return marks.count - 1
    }
}
