/// The repeated sections of a score, found from the marks of its measures.
///
/// An end repeat sign goes back to the innermost open start repeat sign, or else to the measure after the last closed section. Endings belong to the
/// section that contains them, which ends with its last ending. An ending directly after an end repeat sign belongs to the section that the sign
/// closes, unless the ending is for the first pass.
struct FormPlan: Sendable {
    private(set) var sections: [RepeatedSection] = []
    /// The index in `sections` of each section, by its first measure.
    private(set) var starting: [Int: Int] = [:]
    /// The index in `sections` of each section whose repeat sign is outside endings, by the measure with the sign.
    private(set) var closing: [Int: Int] = [:]
    /// The indices of each ending and of its section, by the first measure of the ending.
    private(set) var endingStart: [Int: (section: Int, ending: Int)] = [:]
    /// The indices of each ending and of its section, by the last measure of the ending.
    private(set) var endingEnd: [Int: (section: Int, ending: Int)] = [:]

    /// A section that is not closed yet.
    private struct Open {
        var start: Int
        /// Whether no sign opens the section.
        var isImplicit = false
        var endings: [EndingSpan] = []
        var openEnding: EndingSpan?
    }

    /// Creates the plan from the marks of the measures. O(n).
    init(_ marks: [FormMarks]) {
        let spans = EndingSpan.all(of: marks)
        var open = [Open(start: 0, isImplicit: true)]
        // The section that the repeat sign of the previous measure closed, and its unfinished ending.
        var closed: Int?
        var attached: EndingSpan?
        for index in marks.indices {
            if marks[index].forward { open.append(Open(start: index)) }
            if let span = spans[index] {
                if let closed, !marks[index].forward,
                    EndingSpan.continues(sections[closed].endings.map(\.span), with: span)
                {
                    attached = span
                } else {
                    open[open.count - 1].openEnding = span
                    closed = nil
                }
            } else if attached == nil {
                closed = nil
            }
            if let span = attached, let section = closed, span.end == index {
                sections[section].append(span, marks: marks)
                attached = nil
                open.removeAll { !$0.isImplicit && $0.start >= span.start }
                restart(&open, at: index + 1)
            } else if let level = open.lastIndex(where: { $0.openEnding?.end == index }),
                let span = open[level].openEnding
            {
                open[level].openEnding = nil
                open[level].endings.append(span)
                let isLast =
                    index + 1 == marks.count || marks[index + 1].forward
                    || !EndingSpan.continues(open[level].endings, with: spans[index + 1])
                if isLast, open[level].endings.count == 1, marks[index].backward == nil {
                    // A single ending without a repeat sign repeats nothing.
                    open[level].endings = []
                } else {
                    open.removeSubrange((level + 1)...)
                    if isLast { close(&open, at: index, backward: nil, marks) }
                }
            } else if marks[index].backward != nil {
                let section = close(&open, at: index, backward: index, marks)
                if attached == nil { closed = section }
            }
        }
        list()
    }

    @discardableResult
    private mutating func close(_ open: inout [Open], at end: Int, backward: Int?, _ marks: [FormMarks]) -> Int {
        let last = open.removeLast()
        sections.append(
            RepeatedSection(start: last.start, end: end, backward: backward, endings: last.endings, marks: marks))
        if last.isImplicit { open.append(Open(start: end + 1, isImplicit: true)) } else { restart(&open, at: end + 1) }
        return sections.count - 1
    }

    private func restart(_ open: inout [Open], at start: Int) {
        if open.count == 1, open[0].openEnding == nil { open[0].start = start }
    }

    private mutating func list() {
        for (index, section) in sections.enumerated() {
            starting[section.start] = index
            if let backward = section.backward { closing[backward] = index }
            for (position, ending) in section.endings.enumerated() {
                endingStart[ending.span.start] = (index, position)
                endingEnd[ending.span.end] = (index, position)
            }
        }
    }
}
