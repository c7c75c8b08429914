import ConcertEditing
import ConcertNotes
import Web

/// The merge of a file's content into a piece, without I/O. Imported entries keep the identifiers of the entries that they replace.
struct PieceMerge {
    let options: PieceImportOptions
    let imported: ImportedPiece
    /// The name of the file in findings; `nil` for a single file.
    var file: String?

    /// Returns the merged content, or throws `FileFaults` with the rules that it would break. O(n²) at worst in the numbers of sections and of
    /// annotations of a track, otherwise O(n) in the size of the piece.
    func applied(to old: PieceContent) throws(FileFaults) -> PieceContent {
        var content = old
        var faults: [FileFinding] = []
        mergeMeasures(&content, &faults)
        if takes(.keys), let keys = imported.keys { mergeKeys(keys, &content, &faults) }
        if takes(.sections), let sections = imported.sections { mergeSections(sections, &content, &faults) }
        if takes(.annotations), let tracks = imported.tracks { mergeTracks(tracks, &content, &faults) }
        if takes(.intensities), let intensities = imported.intensities {
            mergeIntensities(intensities, &content, &faults)
        }
        faults += leftBehind(in: content)
        guard faults.isEmpty else { throw FileFaults(findings: Self.sortedByLine(faults)) }
        return content
    }

    private static func sortedByLine(_ findings: [FileFinding]) -> [FileFinding] {
        findings.enumerated().sorted {
            ($0.element.line ?? .max, $0.offset) < ($1.element.line ?? .max, $1.offset)
        }.map(\.element)
    }

    private func takes(_ part: ImportedPart) -> Bool { options.parts.contains(part) }

    /// Runs a change and adds its faults, each with the line that `lines` returns for its JSON pointer.
    private func collect(
        _ faults: inout [FileFinding], lines: (String) -> Int?, _ change: () throws(APIError) -> Void
    ) {
        do throws(APIError) {
            try change()
        } catch {
            if error.faults.isEmpty { faults.append(FileFinding(error.detail, file: file)) }
            faults += error.faults.map { FileFinding($0, line: lines($0.field), file: file) }
        }
    }

    /// Returns the index in a JSON pointer, such as 3 for "/measures/3/printed"; `nil` for a pointer without an index.
    private static func index(in pointer: String) -> Int? {
        pointer.split(separator: "/").dropFirst().first.flatMap { Int($0) }
    }

    private static func line<Entry>(_ pointer: String, _ entries: [Entry], _ line: (Entry) -> Int?) -> Int? {
        index(in: pointer).flatMap { entries.indices.contains($0) ? line(entries[$0]) : nil }
    }

    // MARK: Measures

    private func mergeMeasures(_ content: inout PieceContent, _ faults: inout [FileFinding]) {
        guard let new = imported.measures, takes(.measures) || takes(.times) else { return }
        let old = content.measures
        if !takes(.measures), new.count != old.count {
            faults.append(
                FileFinding(
                    "the file has times of \(SentenceFormat.count(new.count, "measure")), and the piece has \(SentenceFormat.count(old.count, "measure"))",
                    file: file,
                    line: new.first?.line, suggestion: "import the measures as well"))
            return
        }
        let keepsTimes = !takes(.times) && old.count == new.count
        var passes: [String: Int] = [:]
        var measures: [PieceContent.MeasureContent] = []
        measures.reserveCapacity(new.count)
        for (index, measure) in new.enumerated() {
            let before = old.count == new.count ? old[index] : nil
            let printed = takes(.measures) ? measure.printed ?? before?.printed ?? "\(index + 1)" : old[index].printed
            passes[printed, default: 0] += 1
            guard let start = keepsTimes ? before?.startMs : measure.startMs ?? before?.startMs else {
                faults.append(
                    FileFinding(
                        "the file has no times of the measures", file: file, line: measure.line,
                        suggestion:
                            "import a file with the track NumSeconds, or open “Tap the times” and tap along to a recording"
                    ))
                return
            }
            measures.append(
                PieceContent.MeasureContent(startMs: start, printed: printed, pass: passes[printed] ?? 1))
        }
        var end = content.end
        if let new = imported.end, !keepsTimes || end == nil {
            end = PieceContent.EndContent(measure: new.measure, startMs: new.startMs)
        } else if let last = measures.last, end == nil || (end?.measure ?? 0) > measures.count {
            end = PieceContent.EndContent(measure: measures.count, startMs: max(end?.startMs ?? 0, last.startMs))
        }
        if let start = measures.last?.startMs, keepsTimes, let known = end, known.startMs < start {
            end?.startMs = start
        }
        collect(&faults) { pointer in
            pointer.hasPrefix("/end") ? imported.end?.line : Self.line(pointer, new, \.line)
        } _: { () throws(APIError) in
            try content.replaceMeasures(by: measures, end: end)
        }
    }

    // MARK: Keys, sections, intensities

    private func mergeKeys(
        _ new: [ImportedPiece.Key], _ content: inout PieceContent, _ faults: inout [FileFinding]
    ) {
        collect(&faults) {
            Self.line($0, new, \.line)
        } _: { () throws(APIError) in
            try content.replaceKeys(
                by: new.map { PieceContent.KeyContent(measure: $0.measure, fifths: $0.fifths, name: $0.name) })
            for index in new.indices { content.keys[index].startMs = new[index].startMs }
        }
    }

    private func mergeIntensities(
        _ new: [ImportedPiece.Intensity], _ content: inout PieceContent, _ faults: inout [FileFinding]
    ) {
        collect(&faults) {
            Self.line($0, new, \.line)
        } _: { () throws(APIError) in
            try content.replaceIntensities(
                by: new.map { PieceContent.IntensityContent(measure: $0.measure, value: $0.value) })
            for index in new.indices { content.intensities[index].startMs = new[index].startMs }
        }
    }

    private func mergeSections(
        _ new: [ImportedPiece.Section], _ content: inout PieceContent, _ faults: inout [FileFinding]
    ) {
        let old = content.sections
        var palette = SectionPalette(old)
        var left = old
        let sections = new.map { section -> (id: String?, measure: Int, label: String, colour: String) in
            let held =
                left.firstIndex { $0.measure == section.measure && $0.label == section.label }
                ?? left.firstIndex { $0.measure == section.measure }
            let id = held.map { left.remove(at: $0).id }
            return (id, section.measure, section.label, section.colour ?? palette.colour(of: section.label))
        }
        collect(&faults) {
            Self.line($0, new, \.line)
        } _: { () throws(APIError) in
            try content.replaceSections(by: sections)
            for index in new.indices { content.sections[index].startMs = new[index].startMs }
        }
    }

    // MARK: Tracks

    private func mergeTracks(
        _ new: [ImportedPiece.Track], _ content: inout PieceContent, _ faults: inout [FileFinding]
    ) {
        if options.mode == .replaceAll {
            let names = new.compactMap { $0.name?.lowercased() }
            content.tracks.removeAll { !names.contains($0.name.lowercased()) }
        }
        for track in new {
            guard let id = self.id(of: track, &content, &faults) else { continue }
            merge(track, into: id, &content, &faults)
        }
        guard options.mode == .replaceAll else { return }
        let order = new.compactMap { track in
            content.tracks.first { $0.name.lowercased() == track.name?.lowercased() }?.id
        }
        // The order names each track once, unless a track of the file has no name or there are faults already.
        if order.count == content.tracks.count { try? content.arrangeTracks(order) }
    }

    /// Returns the identifier of the piece's track for a track of the file, and adds the track if necessary. A track with the same name gets the
    /// language and the level of the file, if the file has them. Adds a fault and returns `nil` if no track is determined or the new track breaks a
    /// rule.
    private func id(
        of track: ImportedPiece.Track, _ content: inout PieceContent, _ faults: inout [FileFinding]
    ) -> String? {
        let name = track.name ?? options.trackName
        if let name, let held = content.tracks.firstIndex(where: { $0.name.lowercased() == name.lowercased() }) {
            if let language = track.language { content.tracks[held].language = language }
            if let level = track.level { content.tracks[held].level = level }
            return content.tracks[held].id
        }
        guard let name else {
            let id = options.track ?? (content.tracks.count == 1 ? content.tracks[0].id : nil)
            if let id, content.tracks.contains(where: { $0.id == id }) { return id }
            faults.append(
                FileFinding(
                    options.track == nil
                        ? "the notes name no track, and the piece has \(SentenceFormat.count(content.tracks.count, "track"))"
                        : "the piece has no track with the ID \"\(options.track?.prefix(60) ?? "")\"",
                    file: file, line: track.line,
                    suggestion: "choose a track, name a new track, or add a column \"track\" to the file"))
            return nil
        }
        var id: String?
        collect(&faults) { _ in
            track.line
        } _: { () throws(APIError) in
            id = try content.addTrack(name: name, language: track.language, level: track.level)
        }
        return id
    }

    private func merge(
        _ track: ImportedPiece.Track, into id: String, _ content: inout PieceContent, _ faults: inout [FileFinding]
    ) {
        guard let index = content.tracks.firstIndex(where: { $0.id == id }) else { return }
        let old = content.tracks[index].annotations
        var left = Dictionary(grouping: old, by: \.measure)
        var ids: [String?] = track.annotations.map { _ in nil }
        // Equal annotations get the old identifiers first, then the other annotations of the same measure.
        for isExact in [true, false] {
            for (position, annotation) in track.annotations.enumerated() where ids[position] == nil {
                guard isExact || options.mode != .add else { continue }
                let candidates = left[annotation.measure] ?? []
                let held = candidates.firstIndex { !isExact || $0.text == annotation.text }
                guard let held else { continue }
                ids[position] = left[annotation.measure]?.remove(at: held).id
            }
        }
        var entries = zip(ids, track.annotations).map { (id: $0, measure: $1.measure, text: $1.text) }
        var lines = track.annotations.map(\.line)
        if options.mode == .add {
            let known = Set(ids.compactMap { $0 })
            let kept = old.filter { !known.contains($0.id) }
            entries = kept.map { (id: Optional($0.id), measure: $0.measure, text: $0.text) } + entries
            lines = kept.map { _ in nil } + lines
        }
        let starts = Dictionary(
            zip(ids, track.annotations).compactMap { id, annotation in id.map { ($0, annotation.startMs) } }
        ) { first, _ in first }
        collect(&faults) {
            Self.line($0, lines) { $0 }
        } _: { () throws(APIError) in
            try content.replaceAnnotations(ofTrack: id, by: entries)
            let isTimed = track.annotations.contains { $0.startMs != nil }
            guard isTimed || !starts.isEmpty else { return }
            var fresh = track.annotations.filter { $0.startMs != nil }
            for place in content.tracks[index].annotations.indices {
                let annotation = content.tracks[index].annotations[place]
                if let start = starts[annotation.id] {
                    content.tracks[index].annotations[place].startMs = start
                } else if !old.contains(where: { $0.id == annotation.id }),
                    let match = fresh.firstIndex(where: {
                        $0.measure == annotation.measure && $0.text == annotation.text
                    })
                {
                    content.tracks[index].annotations[place].startMs = fresh.remove(at: match).startMs
                }
            }
        }
    }

    // MARK: Entries that the file does not have

    /// Returns the faults for entries of the piece after the end of the new table of measures. Only the first such intensity is reported.
    private func leftBehind(in content: PieceContent) -> [FileFinding] {
        guard takes(.measures), imported.measures != nil, !content.measures.isEmpty else { return [] }
        let count = content.measures.count
        func finding(_ what: String, _ measure: Int, _ part: ImportedPart) -> FileFinding {
            let canImport = options.format.parts.contains(part) && !takes(part)
            let alternative = canImport ? ", or import the part “\(part.title)” as well" : ""
            return FileFinding(
                "\(what) is at measure \(measure), and the file has \(SentenceFormat.count(count, "measure"))",
                measure: String(measure), suggestion: "move or delete this entry first\(alternative)")
        }
        var findings: [FileFinding] = []
        for track in content.tracks where !isReplaced(track) {
            for annotation in track.annotations where annotation.measure > count {
                findings.append(
                    finding(
                        "the note \"\(annotation.text.prefix(40))\" of the track \"\(track.name)\"",
                        annotation.measure, .annotations))
            }
        }
        if !takes(.sections) || imported.sections == nil {
            findings += content.sections.filter { $0.measure > count }.map {
                finding("the section \"\($0.label)\"", $0.measure, .sections)
            }
        }
        if !takes(.keys) || imported.keys == nil {
            findings += content.keys.filter { $0.measure > count }.map {
                finding("the key signature \"\($0.name)\"", $0.measure, .keys)
            }
        }
        if !takes(.intensities) || imported.intensities == nil {
            if let first = content.intensities.first(where: { $0.measure > count }) {
                findings.append(finding("an intensity", first.measure, .intensities))
            }
        }
        return findings
    }

    private func isReplaced(_ track: PieceContent.TrackContent) -> Bool {
        guard takes(.annotations), options.mode != .add else { return false }
        return imported.tracks?.contains { $0.name?.lowercased() == track.name.lowercased() } == true
    }
}
