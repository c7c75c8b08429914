import Web

/// A format of files that are imported into a draft.
enum DraftImportFormat: String, Codable, CaseIterable, Sendable {
    /// Uncompressed MusicXML, a plain XML file.
    case musicXML = "musicxml"
    /// Compressed MusicXML, a zip archive (`.mxl`).
    case compressedMusicXML = "mxl"
    /// A measure map in JSON (`.mm.json`).
    case measureMap = "measure-map"
    /// The XML of getData.php of an old installation (spec N5-N14).
    case getData = "getdata"
    case annotationsCSV = "annotations-csv"
    case annotationsTSV = "annotations-tsv"
    /// A programme folder in a zip archive, which is imported into a concert and not into a piece.
    case programme

    /// The formats of files that are imported into a piece.
    static let ofPieces = allCases.filter { $0 != .programme }

    var title: String {
        switch self {
        case .musicXML: "MusicXML score (.musicxml, .xml)"
        case .compressedMusicXML: "Compressed MusicXML score (.mxl)"
        case .measureMap: "Measure map (.mm.json)"
        case .getData: "XML of getData.php from an old installation (.xml)"
        case .annotationsCSV: "Comma-separated notes (.csv)"
        case .annotationsTSV: "Tab-separated notes (.tsv)"
        case .programme: "Programme folder (.zip)"
        }
    }

    /// The parts of a piece that a file of this format can change, in the order of the pages.
    var parts: [ImportedPart] {
        switch self {
        case .musicXML, .compressedMusicXML: [.measures, .times, .keys, .sections]
        case .measureMap: [.measures, .times]
        case .getData, .programme: [.measures, .times, .keys, .sections, .annotations, .intensities]
        case .annotationsCSV, .annotationsTSV: [.annotations]
        }
    }

    /// The parts that an import takes unless the request names others. The times of a score or a measure map are estimates, so they do not
    /// replace the times of a recording while the number of measures stays the same.
    var standardParts: Set<ImportedPart> {
        switch self {
        case .musicXML, .compressedMusicXML, .measureMap: Set(parts).subtracting([.times])
        default: Set(parts)
        }
    }

    /// Creates the format that a media type names; `nil` for any other, such as `application/xml`, which several formats have.
    init?(mediaType: String) {
        switch mediaType {
        case "application/vnd.recordare.musicxml+xml": self = .musicXML
        case "application/vnd.recordare.musicxml": self = .compressedMusicXML
        case "application/json": self = .measureMap
        case "text/csv": self = .annotationsCSV
        case "text/tab-separated-values": self = .annotationsTSV
        default: return nil
        }
    }

    /// Recognises the format of a file for a piece by its first 4096 bytes. A zip archive counts as a score, an unknown format as annotations.
    init(of bytes: [UInt8]) {
        let head = bytes.prefix(4096)
        if head.starts(with: [0x50, 0x4B]) {
            self = .compressedMusicXML
            return
        }
        switch head.first(where: { $0 > 0x20 && $0 < 0x7F }) {
        case UInt8(ascii: "<"):
            self = String(decoding: head, as: UTF8.self).contains("<concert") ? .getData : .musicXML
        case UInt8(ascii: "["), UInt8(ascii: "{"): self = .measureMap
        default: self = head.prefix { $0 != 0x0A }.contains(0x09) ? .annotationsTSV : .annotationsCSV
        }
    }
}

/// A part of a piece that an import changes.
enum ImportedPart: String, Codable, CaseIterable, Sendable {
    /// The measures as heard, with their printed numbers and passes, but without their times.
    case measures
    /// The starts of the measures and the end.
    case times
    case keys
    case sections
    case annotations
    case intensities

    var title: String {
        switch self {
        case .measures: "Measures with printed numbers"
        case .times: "Times of the measures"
        case .keys: "Key signatures"
        case .sections: "Sections"
        case .annotations: "Notes"
        case .intensities: "Intensities"
        }
    }
}
