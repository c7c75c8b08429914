/// The folder with the tables of one piece.
struct PieceFolder {
    private let entry: Manifest.Entry
    private let source: SourceFolder

    init(_ entry: Manifest.Entry, in source: SourceFolder) {
        self.entry = entry
        self.source = source
    }

    /// Returns the piece that the tables of the folder describe; `nil` if the table of the structure or of the annotations is missing or unusable.
    /// Adds faults and notices to `findings`, and every picture reference to `mentions`.
    func piece(
        repairsPictures: Bool, mentions: inout [AnnotationSheet.Mention], findings: inout Findings
    ) -> Piece? {
        reportUnused(&findings)
        let (measures, clock) =
            sheet(MeasureSheet.name, MeasureSheet.columns, &findings)
            .map { MeasureSheet.measures(in: $0, findings: &findings) } ?? ([], .unknown)
        let structure = sheet(StructureSheet.name, StructureSheet.columns, &findings)
            .flatMap { StructureSheet.structure(in: $0, clock: clock, findings: &findings) }
        let tracks = sheet(AnnotationSheet.name, AnnotationSheet.columns, &findings)
            .map {
                AnnotationSheet.tracks(
                    in: $0, clock: clock, repairsPictures: repairsPictures, mentions: &mentions, findings: &findings)
            }
        let keys = sheet(KeySheet.name, KeySheet.columns, isRequired: false, &findings)
            .map { KeySheet.keys(in: $0, clock: clock, findings: &findings) }
        let intensities = sheet(IntensitySheet.name, IntensitySheet.columns, isRequired: false, &findings)
            .map { IntensitySheet.intensities(in: $0, clock: clock, findings: &findings) }
        guard let structure, let tracks else { return nil }

        let piece = Piece(
            name: entry.name, recording: entry.recording, measures: measures, tracks: described(tracks, &findings),
            structure: structure,
            keys: keys ?? [], intensities: intensities ?? [])
        compare(piece, &findings)
        return piece
    }

    /// Returns the tracks with the languages and levels of the manifest. Adds a fault for each track of the manifest that the table does not have.
    private func described(_ tracks: [AnnotationTrack], _ findings: inout Findings) -> [AnnotationTrack] {
        guard let stated = entry.tracks else { return tracks }
        for track in stated.value where !tracks.contains(where: { $0.name == track.name }) {
            findings.fault(
                Manifest.name, line: stated.line,
                "the track \"\(track.name)\" has no note in \(entry.folder)/\(AnnotationSheet.name)",
                fix: "write the name as in the table, or remove the track from \"tracks\"")
        }
        return tracks.map { track in
            let description = stated.value.first { $0.name == track.name }
            return AnnotationTrack(
                name: track.name, language: description?.language, level: description?.level,
                annotations: track.annotations)
        }
    }

    private func sheet(
        _ name: String, _ columns: [String], isRequired: Bool = true, _ findings: inout Findings
    ) -> Sheet? {
        let file = "\(entry.folder)/\(name)"
        guard isRequired || source.isFile(file) else { return nil }
        return source.content(of: file, limit: Sheet.byteLimit, findings: &findings)
            .flatMap { Sheet(file: file, content: $0, columns: columns, findings: &findings) }
    }

    private func reportUnused(_ findings: inout Findings) {
        let used: Set = [
            MeasureSheet.name, StructureSheet.name, AnnotationSheet.name, KeySheet.name, IntensitySheet.name,
        ]
        for name in source.names(in: entry.folder) where !used.contains(name) {
            let path = "\(entry.folder)/\(name)"
            findings.notice(path, source.isFolder(path) ? "the folder is not used" : "the file is not used")
        }
    }

    /// Compares the manifest with the tables. Adds a fault if the number of measures or the end differs, and a notice if the repeats or the pictures
    /// differ.
    private func compare(_ piece: Piece, _ findings: inout Findings) {
        let counted = piece.measures.last?.number ?? 0
        if let stated = entry.measureCount, stated.value != counted {
            findings.fault(
                Manifest.name, line: stated.line,
                "\"\(piece.name)\" should have \(stated.value) measures, but "
                    + "\(entry.folder)/\(MeasureSheet.name) has \(counted)",
                fix: "correct \(Manifest.name) or the table")
        }
        let end = piece.structure.end.time
        if let stated = entry.end, stated.value != end {
            findings.fault(
                Manifest.name, line: stated.line,
                "\"\(piece.name)\" should end at \(stated.value.decimalSeconds) s, but \(StructureSheet.name) ends at "
                    + "\(end.decimalSeconds) s",
                fix: "correct \(Manifest.name) or the table")
        }
        let repeats = piece.measures.contains { $0.pass > 1 }
        if let stated = entry.repeatsPlayed, stated.value != repeats {
            findings.notice(
                Manifest.name, line: stated.line,
                "\"\(piece.name)\" should be played \(stated.value ? "with" : "without") repeats, but "
                    + (repeats ? "some measures are heard more than once" : "each measure is heard once")
                    + "; correct \(Manifest.name) or the table")
        }
        if let stated = entry.pictures, Set(stated.value) != Set(piece.pictures) {
            findings.notice(
                Manifest.name, line: stated.line,
                "\"pictures\" differs from the pictures that the texts of \"\(piece.name)\" name: "
                    + (piece.pictures.isEmpty ? "none" : piece.pictures.joined(separator: ", ")))
        }
    }
}
