import Foundation

/// The text files of a programme folder, in the form that `ProgrammeFolder` reads.
struct ProgrammeSheets {
    /// The content of each file by its path in the folder.
    private(set) var files: [String: [UInt8]] = [:]

    /// Creates, in memory, the manifest, the list of pieces and the tables of each piece. O(content).
    init(_ programme: Programme) throws {
        let folders = Self.folders(of: programme.pieces)
        files["getPieces.txt"] = Array(programme.pieces.map(\.name.description).joined(separator: ";").utf8)
        files[Manifest.name] = try Self.manifest(programme, folders)
        for (folder, piece) in zip(folders, programme.pieces) {
            add(folder, MeasureSheet.name, MeasureSheet.columns, piece.measures.map(Self.row))
            let end = piece.structure.end
            add(
                folder, StructureSheet.name, StructureSheet.columns,
                piece.structure.sections.map(Self.row) + [
                    [String(end.measure), end.time.decimalSeconds, StructureSection.endLabel, ""]
                ])
            add(
                folder, AnnotationSheet.name, AnnotationSheet.columns,
                piece.tracks.flatMap { track in track.annotations.map { Self.row($0, of: track) } })
            if !piece.keys.isEmpty { add(folder, KeySheet.name, KeySheet.columns, piece.keys.map(Self.row)) }
            if !piece.intensities.isEmpty {
                add(folder, IntensitySheet.name, IntensitySheet.columns, piece.intensities.map(Self.row))
            }
        }
    }

    private mutating func add(_ folder: String, _ name: String, _ columns: [String], _ rows: [[String]]) {
        let lines = ([columns] + rows).map { $0.joined(separator: "\t") + "\n" }
        files["\(folder)/\(name)"] = Array(lines.joined().utf8)
    }

    /// Returns a unique folder name for each piece: the first 90 ASCII letters and digits of its name, without accents. If nothing is left or the
    /// folder name is already used, "_" and the number of the piece are appended.
    private static func folders(of pieces: [Piece]) -> [String] {
        var taken: Set<String> = [PictureFolder.images, Manifest.name, "getpieces.txt"]
        return pieces.enumerated().map { index, piece in
            let plain = piece.name.description.decomposedStringWithCanonicalMapping.utf8.filter { byte in
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
            }
            var name = String(decoding: plain.prefix(90), as: UTF8.self)
            // File systems may ignore case.
            if name.isEmpty || !taken.insert(name.lowercased()).inserted {
                name += "_\(index + 1)"
                taken.insert(name.lowercased())
            }
            return name
        }
    }

    // MARK: The manifest

    private struct ManifestFile: Encodable {
        let title: String
        let pieces: [Entry]

        struct Entry: Encodable {
            let name: String
            let composer: String
            let work: String
            let movement: String
            let folder: String
            let data: String
            let measures: Int
            let endSeconds: Decimal
            let recording: String?
            let repeatsPlayed: Bool
            let pictures: [String]
            let tracks: [Track]?

            struct Track: Encodable {
                let name: String
                let language: String?
                let level: AnnotationTrack.Level?
            }

            enum CodingKeys: String, CodingKey {
                case name, composer, work, movement, folder, data, measures, recording, pictures, tracks
                case endSeconds = "end_seconds"
                case repeatsPlayed = "repeats_played"
            }
        }
    }

    private static func manifest(_ programme: Programme, _ folders: [String]) throws -> [UInt8] {
        let entries = zip(folders, programme.pieces).map { folder, piece in
            ManifestFile.Entry(
                name: piece.name.description, composer: piece.name.work.composer, work: piece.name.work.title,
                movement: piece.name.movement, folder: piece.name.phoneFolder, data: folder,
                measures: piece.measures.count,
                endSeconds: Decimal(piece.structure.end.time.milliseconds) / 1000,
                recording: piece.recording.isEmpty ? nil : piece.recording,
                repeatsPlayed: piece.measures.contains { $0.pass > 1 }, pictures: piece.pictures.sorted(),
                tracks: tracks(of: piece))
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(ManifestFile(title: programme.title, pieces: entries))) + [0x0A]
    }

    private static func tracks(of piece: Piece) -> [ManifestFile.Entry.Track]? {
        let tracks = piece.tracks.filter { $0.language != nil || $0.level != nil }.map {
            ManifestFile.Entry.Track(name: $0.name, language: $0.language, level: $0.level)
        }
        return tracks.isEmpty ? nil : tracks
    }

    // MARK: Rows

    private static func row(_ measure: Measure) -> [String] {
        [String(measure.number), measure.start.decimalSeconds, measure.printed, String(measure.pass)]
    }

    private static func row(_ section: StructureSection) -> [String] {
        [String(section.measure), section.start.decimalSeconds, section.label, section.colour.description]
    }

    private static func row(_ annotation: Annotation, of track: AnnotationTrack) -> [String] {
        [track.name, String(annotation.measure), annotation.start.decimalSeconds, annotation.text]
    }

    private static func row(_ key: KeySignature) -> [String] {
        [String(key.measure), key.start.decimalSeconds, String(key.fifths), key.name]
    }

    private static func row(_ intensity: Intensity) -> [String] {
        [String(intensity.measure), intensity.start.decimalSeconds, decimal(intensity.value)]
    }

    /// Formats a number from 0 to 1 with as many digits as it needs, such as "0.2917" or "0.00001", and never as "1e-05".
    static func decimal(_ value: Float) -> String {
        let text = "\(value)"
        guard let mark = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: mark)...]) else {
            return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
        }
        var digits = text[..<mark].filter { $0 != "." }
        if digits.hasSuffix("0"), digits.count > 1 { digits.removeLast() }
        return "0." + String(repeating: "0", count: -exponent - 1) + digits
    }
}
