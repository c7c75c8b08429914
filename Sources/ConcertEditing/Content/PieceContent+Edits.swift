import ConcertNotes
import Web

/// The changes of a piece that routes and pages share. A change throws `APIError` 404 for an unknown track, annotation or section, and 422 for
/// content that breaks a rule or exceeds `limits`. A 422 for broken rules contains a fault for each of them. After an error, discard the content,
/// because it may be changed in part.
extension PieceContent {
    // MARK: Tracks

    /// The largest numbers of tracks of a piece, of annotations of a track, and of sections and measures of a piece.
    static let limits = (tracks: 50, annotations: 5000, sections: 2000, measures: 20_000)

    /// Returns the index of a track.
    public func index(ofTrack id: String) throws(APIError) -> Int {
        guard let index = tracks.firstIndex(where: { $0.id == id }) else { throw .noSuchTrack }
        return index
    }

    /// Adds a track at the end and returns its identifier. `language` is a language tag (BCP 47). `nil` stands for an unknown language or level.
    public mutating func addTrack(
        name: String, language: String? = nil, level: AnnotationTrack.Level? = nil
    ) throws(APIError) -> String {
        guard tracks.count < Self.limits.tracks else {
            throw APIError(
                .unprocessableContent, code: .invalid,
                "a piece can have at most \(Self.limits.tracks) tracks; delete a track first")
        }
        var track = TrackContent(id: "", name: name, language: language, level: level)
        try APIError.check(track.faults(among: tracks.map(\.name)))
        track.id = makeID()
        tracks.append(track)
        return track.id
    }

    /// Replaces the name, the language and the level of a track. The identifier and the annotations stay; those of `new` are ignored.
    public mutating func replaceTrack(_ id: String, by new: TrackContent) throws(APIError) {
        let index = try index(ofTrack: id)
        try APIError.check(new.faults(among: tracks.filter { $0.id != id }.map(\.name)))
        tracks[index].name = new.name
        tracks[index].language = new.language
        tracks[index].level = new.level
    }

    /// Puts the tracks in the order of these identifiers, which must contain each track once.
    public mutating func arrangeTracks(_ ids: [String]) throws(APIError) {
        guard ids.count == tracks.count, Set(ids) == Set(tracks.map(\.id)) else {
            let known = Set(ids).intersection(tracks.map(\.id)).count
            throw .invalid(
                [
                    APIError.Fault(
                        field: "/tracks",
                        reason: "must contain the ID of each of the \(tracks.count) tracks exactly once, "
                            + "found \(SentenceFormat.count(ids.count, "ID")) for \(known) of the tracks",
                        suggestion: tracks.map(\.id).joined(separator: ", "))
                ])
        }
        let byID = Dictionary(uniqueKeysWithValues: tracks.map { ($0.id, $0) })
        tracks = ids.compactMap { byID[$0] }
    }

    // MARK: Annotations

    /// Returns the indices of a track and one of its annotations.
    public func index(ofAnnotation id: String, inTrack track: String) throws(APIError) -> (track: Int, annotation: Int)
    {
        let track = try index(ofTrack: track)
        guard let index = tracks[track].annotations.firstIndex(where: { $0.id == id }) else { throw .noSuchAnnotation }
        return (track, index)
    }

    /// Adds an annotation after the other annotations of its measure and returns its identifier.
    public mutating func addAnnotation(
        measure: Int, text: String, toTrack track: String
    ) throws(APIError) -> String {
        let index = try index(ofTrack: track)
        guard tracks[index].annotations.count < Self.limits.annotations else {
            throw APIError(
                .unprocessableContent, code: .invalid,
                "the track \"\(tracks[index].name)\" has \(Self.limits.annotations) notes, the maximum; delete a note first"
            )
        }
        try check(measure: measure, text: text)
        let id = makeID()
        tracks[index].insert(AnnotationContent(id: id, measure: measure, text: text))
        return id
    }

    /// Replaces the measure and the text of an annotation. An annotation that moves to another measure loses its `startMs`, and begins with the
    /// measure.
    public mutating func replaceAnnotation(
        _ id: String, inTrack track: String, measure: Int, text: String
    ) throws(APIError) {
        let (track, index) = try index(ofAnnotation: id, inTrack: track)
        try check(measure: measure, text: text)
        var annotation = tracks[track].annotations[index]
        guard annotation.measure != measure else {
            tracks[track].annotations[index].text = text
            return
        }
        annotation.measure = measure
        annotation.text = text
        annotation.startMs = nil
        tracks[track].annotations.remove(at: index)
        tracks[track].insert(annotation)
    }

    /// Replaces all annotations of a track, and sorts them by measure. An entry with the identifier of an existing annotation keeps this identifier;
    /// an entry with `nil` gets a new one. An annotation that moves to another measure loses its `startMs`. Throws `APIError` 422 for an unknown or
    /// repeated identifier.
    public mutating func replaceAnnotations(
        ofTrack track: String, by new: [(id: String?, measure: Int, text: String)]
    ) throws(APIError) {
        let index = try index(ofTrack: track)
        guard new.count <= Self.limits.annotations else {
            throw .invalid("/annotations", "must have at most \(Self.limits.annotations) entries, found \(new.count)")
        }
        let old = Dictionary(uniqueKeysWithValues: tracks[index].annotations.map { ($0.id, $0) })
        try APIError.check(Self.identifierFaults(new.map(\.id), known: Set(old.keys), at: "/annotations"))
        let order = new.indices.sorted { new[$0].measure < new[$1].measure }
        var faults: [APIError.Fault] = []
        var annotations: [AnnotationContent] = []
        for position in order {
            let entry = new[position]
            let held = entry.id.flatMap { old[$0] }
            let annotation = AnnotationContent(
                id: held?.id ?? makeID(), measure: entry.measure, text: entry.text,
                startMs: held?.measure == entry.measure ? held?.startMs : nil)
            faults += annotationFaults([annotation], below: "").map { fault in
                APIError.Fault("/annotations/\(position)" + fault.pointer.dropFirst(2), fault.problem)
            }
            annotations.append(annotation)
        }
        try APIError.check(faults)
        tracks[index].annotations = annotations
    }

    /// Throws `APIError` 422 with the rules that the measure and the text of an annotation break.
    func check(measure: Int, text: String) throws(APIError) {
        let annotation = AnnotationContent(id: "", measure: measure, text: text)
        try APIError.check(
            annotationFaults([annotation], below: "").map { fault in
                APIError.Fault(String(fault.pointer.dropFirst(2)), fault.problem)
            })
    }

    // MARK: Sections

    /// Returns the index of a section.
    public func index(ofSection id: String) throws(APIError) -> Int {
        guard let index = sections.firstIndex(where: { $0.id == id }) else { throw .noSuchSection }
        return index
    }

    /// Adds a section at its measure and returns its identifier. At most one section may begin at each measure.
    public mutating func addSection(measure: Int, label: String, colour: String) throws(APIError) -> String {
        guard sections.count < Self.limits.sections else {
            throw APIError(
                .unprocessableContent, code: .invalid,
                "a piece can have at most \(Self.limits.sections) sections; delete a section first")
        }
        var section = SectionContent(id: "", measure: measure, label: label, colour: colour)
        try check(section)
        section.colour = Colour(colour)?.description ?? colour
        section.id = makeID()
        sections.append(section)
        sections.sort { $0.measure < $1.measure }
        return section.id
    }

    /// Replaces the measure, the label and the colour of a section; the identifier and the `startMs` of `new` are ignored. A section that moves to
    /// another measure loses its `startMs`, and begins with the measure.
    public mutating func replaceSection(_ id: String, by new: SectionContent) throws(APIError) {
        let index = try index(ofSection: id)
        var section = new
        section.id = id
        section.startMs = new.measure == sections[index].measure ? sections[index].startMs : nil
        try check(section)
        section.colour = Colour(section.colour)?.description ?? section.colour
        sections[index] = section
        sections.sort { $0.measure < $1.measure }
    }

    /// Replaces all sections. The first section must begin at measure 1, and each other section after the measure of the section before it. An entry
    /// with the identifier of an existing section keeps this identifier; an entry with `nil` gets a new one. A section that moves to another measure
    /// loses its `startMs`. Throws `APIError` 422 for an unknown or repeated identifier.
    public mutating func replaceSections(
        by new: [(id: String?, measure: Int, label: String, colour: String)]
    ) throws(APIError) {
        guard new.count <= Self.limits.sections else {
            throw .invalid("/sections", "must have at most \(Self.limits.sections) entries, found \(new.count)")
        }
        let old = Dictionary(uniqueKeysWithValues: sections.map { ($0.id, $0) })
        try APIError.check(Self.identifierFaults(new.map(\.id), known: Set(old.keys), at: "/sections"))
        sections = new.map { entry in
            let held = entry.id.flatMap { old[$0] }
            return SectionContent(
                id: held?.id ?? makeID(), measure: entry.measure, label: entry.label, colour: entry.colour,
                startMs: held?.measure == entry.measure ? held?.startMs : nil)
        }
        if !sections.isEmpty { try APIError.check(sectionFaults.map { APIError.Fault($0) }) }
        for index in sections.indices {
            sections[index].colour = Colour(sections[index].colour)?.description ?? sections[index].colour
        }
    }

    /// Throws `APIError` 422 with the rules that a section breaks, on its own or together with the other sections of the piece.
    func check(_ section: SectionContent) throws(APIError) {
        var faults = section.problems.map { APIError.Fault("/\($0.member)", $0.problem) }
        if let problem = problem(ofMeasure: section.measure) { faults.append(APIError.Fault("/measure", problem)) }
        if let other = sections.first(where: { $0.measure == section.measure && $0.id != section.id }) {
            faults.append(
                APIError.Fault(
                    "/measure",
                    ContentProblem(
                        "the section \"\(other.label)\" also begins at measure \(section.measure)",
                        fix: "choose another measure")))
        }
        try APIError.check(faults)
    }

    // MARK: Measures, keys, intensities

    /// Replaces the table of measures and the end; `nil` removes the end. If the table of measures changes, all annotations, sections, key signatures
    /// and intensities lose their `startMs`, and begin with their measures.
    public mutating func replaceMeasures(by new: [MeasureContent], end: EndContent?) throws(APIError) {
        guard new.count <= Self.limits.measures else {
            throw .invalid("/measures", "must have at most \(Self.limits.measures) entries, found \(new.count)")
        }
        guard new != measures || end != self.end else { return }
        let isSameTable = new == measures
        measures = new
        self.end = end
        var faults = new.isEmpty ? [] : measureFaults
        if !new.isEmpty, end != nil {
            faults += endFaults.filter { !$0.problem.reason.contains("before the last section") }
        }
        try APIError.check(faults.map { APIError.Fault($0) })
        guard !isSameTable else { return }
        for track in tracks.indices {
            for index in tracks[track].annotations.indices { tracks[track].annotations[index].startMs = nil }
        }
        for index in sections.indices { sections[index].startMs = nil }
        for index in keys.indices { keys[index].startMs = nil }
        for index in intensities.indices { intensities[index].startMs = nil }
    }

    /// Replaces the key signatures, which must be in the order of their measures, at most one for each measure. An empty name becomes the default
    /// name of the key. The `startMs` of an entry is ignored: it stays as before at a measure that had a key signature.
    public mutating func replaceKeys(by new: [KeyContent]) throws(APIError) {
        let old = Dictionary(keys.map { ($0.measure, $0.startMs) }) { first, _ in first }
        var faults = risingFaults(new.map(\.measure), below: "/keys")
        for (index, key) in new.enumerated() {
            faults += key.problems.map { Fault("/keys/\(index)/\($0.member)", $0.problem) }
        }
        try APIError.check(faults.map { APIError.Fault($0) })
        keys = new.map {
            KeyContent(
                measure: $0.measure, fifths: $0.fifths,
                name: $0.name.isEmpty ? KeySignature.name(fifths: $0.fifths) : $0.name, startMs: old[$0.measure] ?? nil)
        }
    }

    /// Replaces the intensities, which must be from 0 to 1 and in the order of their measures, at most one for each measure. The `startMs` of an
    /// entry is ignored: it stays as before at a measure that had an intensity.
    public mutating func replaceIntensities(by new: [IntensityContent]) throws(APIError) {
        let old = Dictionary(intensities.map { ($0.measure, $0.startMs) }) { first, _ in first }
        var faults = risingFaults(new.map(\.measure), below: "/intensities")
        for (index, intensity) in new.enumerated() where !(0...1).contains(intensity.value) {
            faults.append(Fault("/intensities/\(index)/value", intensity.problem))
        }
        try APIError.check(faults.map { APIError.Fault($0) })
        intensities = new.map {
            IntensityContent(measure: $0.measure, value: $0.value, startMs: old[$0.measure] ?? nil)
        }
    }

    private static func identifierFaults(
        _ ids: [String?], known: Set<String>, at pointer: String
    ) -> [APIError.Fault] {
        var seen: Set<String> = []
        return ids.enumerated().compactMap { index, id in
            guard let id else { return nil }
            if !known.contains(id) {
                return APIError.Fault(
                    field: "\(pointer)/\(index)/id",
                    reason: "must be the ID of an entry that exists, found \"\(id.prefix(100))\"",
                    suggestion: "omit the ID of a new entry")
            }
            guard !seen.insert(id).inserted else { return nil }
            return APIError.Fault(
                field: "\(pointer)/\(index)/id", reason: "must not be repeated, found \"\(id.prefix(100))\" again",
                suggestion: "omit the ID of a new entry")
        }
    }
}

extension PieceContent.TrackContent {
    /// Adds an annotation after the other annotations of its measure.
    mutating func insert(_ annotation: PieceContent.AnnotationContent) {
        let index = annotations.firstIndex { $0.measure > annotation.measure } ?? annotations.count
        annotations.insert(annotation, at: index)
    }

    /// Returns a fault for each rule that the name or the language breaks, given the names of the other tracks.
    func faults(among others: [String]) -> [APIError.Fault] {
        var faults = AnnotationTrack.problems(ofName: name, among: others).map { APIError.Fault("/name", $0) }
        if let language, !AnnotationTrack.isLanguage(language) {
            faults.append(
                APIError.Fault(
                    field: "/language", reason: "must be a language tag of BCP 47, found \"\(language.prefix(100))\"",
                    suggestion: "write a tag such as \"en\", \"de-AT\" or \"cs\""))
        }
        return faults
    }
}
