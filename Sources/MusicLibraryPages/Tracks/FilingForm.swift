import MusicLibrary
import Web

/// The form for correcting the filing of a track.
struct FilingForm: Sendable {
    let artists: String
    let title: String
    let version: String
    let album: String
    let label: String

    static let labels = [
        "artists": "The list of artists", "title": "The title", "version": "The version", "album": "The album",
        "label": "The label",
    ]

    /// Creates the form with the current filing of the track.
    init(_ track: LibraryTrack) {
        artists = track.artists.filter { $0.role == "primary" }.map(\.shown).joined(separator: "\n")
        title = track.title
        version = track.version
        album = track.album?.name ?? ""
        label = track.label?.name ?? ""
    }

    /// Creates the form with the submitted values, and with the current filing for fields that are absent.
    init(_ fields: FormFields, over track: LibraryTrack) throws(APIError) {
        let now = FilingForm(track)
        artists = try fields.optional("artists") ?? now.artists
        title = try fields.optional("title") ?? now.title
        version = try fields.optional("version") ?? now.version
        album = try fields.optional("album") ?? now.album
        label = try fields.optional("label") ?? now.label
    }

    /// Returns the change to the listener's correction, with only the fields that differ from the current filing; an empty version, album or label
    /// removes the value. Throws 422 with all invalid fields.
    func change(from track: LibraryTrack) throws(APIError) -> @Sendable (inout TrackCorrection) -> Void {
        let now = FilingForm(track)
        var faults: [APIError.Fault] = []
        /// Reads a field, or returns `nil` after recording that the field is invalid, so that the error lists all invalid fields.
        func read<Value>(_ value: () throws(APIError) -> Value?) -> Value? {
            do {
                return try value()
            } catch {
                faults += error.faults
                return nil
            }
        }
        let names = read { () throws(APIError) in try Correction.names(artists, "artists") }
        let title = read { () throws(APIError) in try Correction.name(self.title, "title") }
        let version = read { () throws(APIError) in
            try Correction.name(self.version, "version", mayBeEmpty: true)
        }
        let album = read { () throws(APIError) in try Correction.name(self.album, "album", mayBeEmpty: true) }
        let label = read { () throws(APIError) in try Correction.name(self.label, "label", mayBeEmpty: true) }
        guard faults.isEmpty else { throw .invalid(faults) }
        let isSame = (
            artists: names == now.artists.split(separator: "\n").map(String.init), title: title == now.title,
            version: version == now.version, album: album == now.album, label: label == now.label
        )
        return { correction in
            if !isSame.artists { correction.artists = names }
            if !isSame.title { correction.title = title }
            if !isSame.version { correction.version = version }
            if !isSame.album { correction.album = album }
            if !isSame.label { correction.label = label }
        }
    }

    /// Returns the fields of the form. `mark` is a suffix that makes the element IDs unique; `error` is the reason why the form was rejected, if any.
    func fields(_ mark: String, error: APIError? = nil) -> HTML {
        func field(_ name: String, _ label: HTML, _ value: String, _ kind: Field.Kind = .text) -> Field {
            var field = Field(label, name, value, kind)
            field.id = name + mark
            field.fault = error?.fault(of: name)
            field.attributes = " maxlength=\"500\" autocomplete=\"off\""
            return field
        }
        var artists = field("artists", "Artists, one per line", self.artists, .lines(2))
        artists.hint = "The track is filed under the first artist."
        artists.attributes = " maxlength=\"10000\""
        artists.isRequired = true
        var title = field("title", "Title", self.title)
        title.isRequired = true
        let version = field("version", "Version or remix, optional", self.version)
        let album = field("album", "Album, optional", self.album)
        let label = field("label", "Label, optional", self.label)
        return """
            \(artists.html)
            <div class="pair">\(title.html)\(version.html)</div>
            <div class="pair">\(album.html)\(label.html)</div>
            """
    }

    /// The element IDs of the fields, for links in the error summary. The IDs belong to a form with an empty `mark`.
    static let ids = Dictionary(uniqueKeysWithValues: labels.keys.map { ($0, $0) })
}
