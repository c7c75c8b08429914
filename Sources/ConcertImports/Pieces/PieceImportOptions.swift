import HTTP
import Web

/// The options of an import: the format, the parts that are taken from the file, and the way in which they are merged.
struct PieceImportOptions: Codable, Sendable {
    /// The way in which the annotations of the file are combined with those of the piece.
    enum Mode: String, Codable, CaseIterable, Sendable {
        /// The annotations of each track of the file replace the annotations of this track of the piece. Other tracks stay.
        case replace
        /// The annotations of the file are added. An annotation that the track already has at the same measure is not added again.
        case add
        /// Like `replace`, but tracks that the file does not have are removed, and the tracks get the order of the file.
        case replaceAll = "replace-all"
    }

    var format: DraftImportFormat
    var parts: Set<ImportedPart>
    var mode = Mode.replace
    /// The ID of the track for annotations without a track, unless `trackName` is set. If both are `nil`, the piece must have exactly one track.
    var track: String?
    /// The name of the track for annotations without a track. The import adds the track if necessary.
    var trackName: String?
    /// Whether missing dollar signs are added before the names of pictures (spec I5).
    var repairsPictures = false

    init(format: DraftImportFormat) {
        self.format = format
        parts = format.standardParts
    }

    static let query: Set<String> = ["format", "mode", "parts", "repairPictures", "track", "trackName"]

    /// Reads the options of a request. Without the parameter `format`, the media type or the content decides. Throws `APIError` 422 for an invalid
    /// value, and 400 for a repeated parameter.
    init(_ fields: FormFields, of request: Request) throws(APIError) {
        let mediaType = request.fields["Content-Type"].map { field in
            field.prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
        }
        let format =
            if let name = try fields.optional("format") {
                try Self.choice(name, "format", DraftImportFormat.ofPieces)
            } else {
                mediaType.flatMap { DraftImportFormat(mediaType: $0) } ?? DraftImportFormat(of: request.body)
            }
        self.init(format: format)
        if let names = try fields.optional("parts") {
            parts = []
            for name in names.split(separator: ",") {
                parts.insert(try Self.choice(String(name), "parts", format.parts))
            }
            guard !parts.isEmpty else {
                throw .invalid(
                    "parts", "must name at least one of \(SentenceFormat.list(format.parts.map(\.rawValue)))")
            }
        }
        if let name = try fields.optional("mode") { mode = try Self.choice(name, "mode", Mode.allCases) }
        track = try fields.optional("track")
        trackName = try fields.optional("trackName")
        repairsPictures = try fields.flag("repairPictures")
    }

    /// Returns the allowed value with this name. Throws `APIError` 422 about the field `field` for any other text.
    static func choice<Value: RawRepresentable<String>>(
        _ text: String, _ field: String, _ allowed: [Value]
    ) throws(APIError) -> Value {
        guard let value = Value(rawValue: text), allowed.contains(where: { $0.rawValue == text }) else {
            throw .invalid(
                field, "must be \(SentenceFormat.choice(allowed.map(\.rawValue))), found \"\(text.prefix(60))\"")
        }
        return value
    }
}

extension FormFields {
    /// Returns the flag in a field; `false` if the field is missing. Throws `APIError` 422 for a value other than `true` and `false`, and 400 if the
    /// field occurs more than once.
    func flag(_ name: String) throws(APIError) -> Bool {
        switch try optional(name) {
        case nil, "false": false
        case "true": true
        case let other?: throw .invalid(name, "must be true or false, found \"\(other.prefix(100))\"")
        }
    }
}
