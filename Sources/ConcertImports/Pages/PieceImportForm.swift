import HTTP
import Web

/// The values that an editor entered in the form for a file, without the file.
struct PieceImportForm: Sendable {
    var format = ""
    var parts: [String] = []
    var track = ""
    var trackName = ""
    var mode = "replace"
    var repairsPictures = false

    init() {}

    /// Reads the values as text, without checks. Throws `APIError` 400 for a repeated field other than `parts`, and for a value that is not text.
    init(_ form: MultipartForm) throws(APIError) {
        func text(_ name: String) throws(APIError) -> String { try form.optional(name)?.text() ?? "" }
        format = try text("format")
        for part in form.parts("parts") { parts.append(try part.text()) }
        track = try text("track")
        trackName = try text("trackName")
        let mode = try text("mode")
        self.mode = mode.isEmpty ? "replace" : mode
        repairsPictures = try !text("repairPictures").isEmpty
    }

    static let labels = [
        "file": "The file", "format": "The format", "parts": "The parts", "mode": "“Notes of the file”",
        "track": "“Track for notes without a track”", "trackName": "The name of the new track",
    ]
    static let ids = ["file": "file", "format": "format", "track": "track", "trackName": "trackName", "mode": "mode"]

    /// Whether an option other than the format differs from its initial value.
    var hasOptions: Bool {
        !parts.isEmpty || !track.isEmpty || !trackName.isEmpty || mode != "replace" || repairsPictures
    }

    /// Returns the options of the form. Without a format, the content of the file decides. Throws `APIError` 422 for an invalid value.
    func options(for bytes: [UInt8]) throws(APIError) -> PieceImportOptions {
        let format =
            format.isEmpty
            ? DraftImportFormat(of: bytes)
            : try PieceImportOptions.choice(format, "format", DraftImportFormat.ofPieces)
        var options = PieceImportOptions(format: format)
        if !parts.isEmpty {
            options.parts = []
            for name in parts {
                let known = ImportedPart(rawValue: name)
                guard let part = known, format.parts.contains(part) else {
                    throw .invalid(
                        "parts",
                        "of the format “\(format.title)” must be \(SentenceFormat.choice(format.parts.map(\.title))), "
                            + "found “\(known?.title ?? String(name.prefix(60)))”")
                }
                options.parts.insert(part)
            }
        }
        options.mode = try PieceImportOptions.choice(mode, "mode", PieceImportOptions.Mode.allCases)
        options.track = track.isEmpty ? nil : track
        options.trackName = trackName.isEmpty ? nil : trackName
        options.repairsPictures = repairsPictures
        return options
    }
}

extension MultipartForm {
    /// Returns the content of the form's file. Throws `APIError` 422 if it is missing or empty, and 400 for several files.
    func file() throws(APIError) -> [UInt8] {
        guard let part = try optional("file"), !part.content.isEmpty else {
            throw .invalid("file", "is missing or empty: choose a file with content")
        }
        return Array(part.content)
    }
}
