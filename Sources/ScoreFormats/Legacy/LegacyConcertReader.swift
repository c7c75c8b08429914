import XML

extension LegacyConcert {
    /// Reads the XML of getData.php. The bytes may be untrusted; the limits are those of scores (spec S1.20, S2). O(n). Blocks, so do not call it on
    /// an event loop. Throws `ScoreFaults` with at most `ScoreLimits.remarks` faults.
    public static func read(_ bytes: [UInt8], limits: ScoreLimits = ScoreLimits()) throws(ScoreFaults) -> LegacyConcert
    {
        var reader = LegacyConcertReader(limits: limits)
        let pieces = reader.pieces(bytes)
        guard reader.faults.isEmpty else { throw ScoreFaults(faults: reader.faults) }
        return LegacyConcert(pieces: pieces)
    }
}

/// A reader that collects the faults of a document.
struct LegacyConcertReader {
    private let limits: ScoreLimits
    private(set) var faults: [ScoreFault] = []

    init(limits: ScoreLimits) { self.limits = limits }

    /// Returns the pieces that could be read, some perhaps only in part, and records the faults.
    mutating func pieces(_ bytes: [UInt8]) -> [LegacyConcert.Piece] {
        guard bytes.count <= limits.bytes else {
            faults = [
                ScoreFault(
                    .limit, "the file has \(bytes.count) bytes; at most \(limits.bytes) are allowed; remove pieces")
            ]
            return []
        }
        let meter = ReadingMeter(seconds: limits.processorSeconds)
        var rest = [MusicXMLText.prepared(bytes)]
        var elements: [XMLElement] = []
        do {
            let root = try XMLReader(limits: limits.xml).root(
                pulling: { rest.popLast() }, streaming: ["piece"],
                to: { piece in
                    guard elements.count < limits.parts else {
                        throw ScoreFault(
                            .limit, "the file must have at most \(limits.parts) pieces; remove some of the pieces",
                            line: piece.line)
                    }
                    elements.append(piece)
                }, checkpoint: { try meter.check(line: $0) })
            guard root.name == "concert" else {
                fault("the root element is \"\(shown(root.name))\"; it must be \"concert\"", root.line, .format)
                return []
            }
            if elements.isEmpty { fault("the concert has no pieces; add at least one piece", root.line) }
        } catch {
            faults = [MusicXMLReader.fault(error, limits)]
            return []
        }
        return elements.compactMap { piece($0) }
    }

    private mutating func fault(_ reason: String, _ line: Int, _ kind: ScoreFault.Kind = .value) {
        if faults.count < limits.remarks { faults.append(ScoreFault(kind, reason, line: line)) }
    }

    private func shown(_ text: String) -> String { ScoreNumber.text(text, limit: 60) }

    private mutating func piece(_ element: XMLElement) -> LegacyConcert.Piece? {
        let name = element.child(named: "name").map { ScoreNumber.text($0.text, limit: limits.characters) } ?? ""
        if name.isEmpty { fault("a piece has no name; each piece must have one", element.line) }
        guard let measures = measures(element) else { return nil }
        var seconds: [Double] = []
        var tracks: [LegacyConcert.Track] = []
        var sections: [LegacyConcert.Section] = []
        var end: LegacyConcert.Page?
        for child in element.children(named: "track") {
            let title = child.child(named: "name").map { ScoreNumber.text($0.text, limit: limits.characters) } ?? ""
            let pages = child.children(named: "page").compactMap { page($0, measures: measures) }
            switch title {
            case "": fault("a track has no name; each track must have one", child.line)
            case "NumSeconds": seconds = self.seconds(pages, measures: measures, child.line)
            case "Structure":
                sections = self.sections(pages, child.line)
                end = pages.last
            default: tracks.append(LegacyConcert.Track(name: title, pages: pages, line: child.line))
            }
        }
        return LegacyConcert.Piece(
            name: name, measures: measures, seconds: seconds, tracks: tracks, sections: sections,
            end: end, line: element.line)
    }

    private mutating func measures(_ element: XMLElement) -> Int? {
        let child = element.child(named: "measures")
        guard let count = child.flatMap({ ScoreNumber.integer($0.text) }), (1...limits.heard).contains(count) else {
            fault(
                "the number of measures is \"\(shown(child?.text ?? ""))\"; it must be a whole number from 1 to \(limits.heard)",
                child?.line ?? element.line)
            return nil
        }
        return count
    }

    private mutating func page(_ element: XMLElement, measures: Int) -> LegacyConcert.Page? {
        let child = element.child(named: "measure")
        guard let measure = child.flatMap({ ScoreNumber.integer($0.text) }), (1...measures).contains(measure) else {
            fault(
                "the measure is \"\(shown(child?.text ?? ""))\"; it must be a whole number from 1 to \(measures)",
                child?.line ?? element.line)
            return nil
        }
        var time: Double?
        if let child = element.child(named: "time"), !shown(child.text).isEmpty {
            guard let value = ScoreNumber.decimal(child.text), Self.times.contains(value) else {
                fault(
                    "the time is \"\(shown(child.text))\"; it must be a number of seconds from 0 to \(Int(Self.times.upperBound))",
                    child.line)
                return nil
            }
            time = value
        }
        let text = element.child(named: "text")?.text ?? ""
        return LegacyConcert.Page(measure: measure, time: time, text: text, line: element.line)
    }

    /// The allowed times in seconds. In milliseconds, they fit a 32-bit integer.
    private static let times = 0.0...1_000_000

    /// Returns the start times of the measures in seconds, one for each, not decreasing (spec N9, I11). For pages without such times, records a fault
    /// and returns fewer times or none.
    private mutating func seconds(_ pages: [LegacyConcert.Page], measures: Int, _ line: Int) -> [Double] {
        var seconds: [Double] = []
        for page in pages {
            guard page.measure == seconds.count + 1 else {
                fault(
                    "the track NumSeconds has measure \(page.measure) where measure \(seconds.count + 1) is expected",
                    page.line)
                return []
            }
            guard let time = page.time ?? ScoreNumber.decimal(page.text) else {
                fault(
                    "measure \(page.measure) of the track NumSeconds has no time; each measure must have one", page.line
                )
                return []
            }
            guard Self.times.contains(time) else {
                fault(
                    "measure \(page.measure) begins at \(time) s; the time must be from 0 to \(Int(Self.times.upperBound)) s",
                    page.line)
                return []
            }
            guard time >= seconds.last ?? 0 else {
                fault(
                    "measure \(page.measure) begins at \(time) s, before the previous measure; times must not decrease",
                    page.line)
                return []
            }
            seconds.append(time)
        }
        if seconds.count < measures {
            fault(
                "the number of measures in the track NumSeconds is \(seconds.count), but the piece has \(measures)",
                line)
        }
        return seconds
    }

    /// Returns the valid sections; none, with a fault, if the last page is not END (spec N14). Records a fault for each section that is invalid or
    /// begins before the previous section.
    private mutating func sections(_ pages: [LegacyConcert.Page], _ line: Int) -> [LegacyConcert.Section] {
        guard let last = pages.last, shown(last.text) == "END" else {
            fault(
                "the last page of the track Structure must be \"END\", found \"\(shown(pages.last?.text ?? ""))\"",
                pages.last?.line ?? line)
            return []
        }
        var before = 0
        return pages.dropLast().compactMap { page in
            if page.measure < before {
                fault(
                    "the section begins at measure \(page.measure), before the previous section; sections must be in order",
                    page.line)
            }
            before = page.measure
            return section(page)
        }
    }

    /// Reads a label and a colour from the right, since labels may contain commas (spec N13, I14); `nil` with a fault for any other text.
    private mutating func section(_ page: LegacyConcert.Page) -> LegacyConcert.Section? {
        let parts = page.text.split(separator: ",", omittingEmptySubsequences: false).map { shown(String($0)) }
        let numbers = parts.suffix(3).compactMap { ScoreNumber.integer($0) }
        if parts.count >= 4, numbers.count == 3 {
            guard numbers.allSatisfy({ (0...255).contains($0) }) else {
                fault(
                    "the colour of the section is \"\(parts.suffix(3).joined(separator: ","))\"; each number must be from 0 to 255",
                    page.line)
                return nil
            }
            return LegacyConcert.Section(
                measure: page.measure, label: parts.dropLast(3).joined(separator: ", "),
                color: .rgb(numbers[0], numbers[1], numbers[2]), line: page.line)
        }
        guard parts.count >= 2, let tag = parts.last, !tag.isEmpty, parts.dropLast().contains(where: { !$0.isEmpty })
        else {
            fault(
                "the section is \"\(shown(page.text))\"; it must have a label, a comma and a colour, such as \"Theme,orange\"",
                page.line)
            return nil
        }
        return LegacyConcert.Section(
            measure: page.measure, label: parts.dropLast().joined(separator: ", "), color: .tag(tag), line: page.line)
    }
}
