import Web

/// What a listener types into the form that corrects a filing.
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

    /// As the track is filed now.
    init(_ track: LibraryTrack) {
        artists = track.artists.filter { $0.role == "primary" }.map(\.shown).joined(separator: "\n")
        title = track.title
        version = track.version
        album = track.album?.name ?? ""
        label = track.label?.name ?? ""
    }

    /// As it was typed; what the form does not have stays as it is.
    init(_ fields: FormFields, over track: LibraryTrack) throws(APIError) {
        let now = FilingForm(track)
        artists = try fields.optional("artists") ?? now.artists
        title = try fields.optional("title") ?? now.title
        version = try fields.optional("version") ?? now.version
        album = try fields.optional("album") ?? now.album
        label = try fields.optional("label") ?? now.label
    }

    /// How what was said changes: by what differs from how the track is filed, so that the rest goes on being concluded.
    func change(from track: LibraryTrack) throws(APIError) -> @Sendable (inout Said) -> Void {
        let now = FilingForm(track)
        var faults: [APIError.Fault] = []
        /// Reads on where something is wrong, so that all of it is told at once.
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
        return { said in
            if !isSame.artists { said.artists = names }
            if !isSame.title { said.title = title }
            if !isSame.version { said.version = version }
            if !isSame.album { said.album = album }
            if !isSame.label { said.label = label }
        }
    }

    /// The fields.
    ///
    /// - Parameters:
    ///   - mark: tells their ids from those of other forms of the page.
    ///   - faulty: which of them cannot be; the notice above says why.
    func fields(_ mark: String, faulty: Set<String> = []) -> HTML {
        func about(_ name: String) -> HTML {
            faulty.contains(name) ? " aria-invalid=\"true\" aria-describedby=\"fault\"" : .empty
        }
        func line(_ name: String, _ label: HTML, _ value: String, _ more: HTML = .empty) -> HTML {
            """
            <div><label for="\(name)\(mark)">\(label)</label>
            <input id="\(name)\(mark)" name="\(name)" value="\(value)" maxlength="500" autocomplete="off"\(more)\(about(name))></div>
            """
        }
        return """
            <label for="artists\(mark)">Artists, one in a line; it stands on the first one’s shelf</label>
            <textarea id="artists\(mark)" name="artists" rows="2" maxlength="10000" required\(about("artists"))>
            \(artists)</textarea>
            <div class="pair">\(line("title", "Title", title, " required"))\
            \(line("version", "Version, such as a remix, or empty", version))</div>
            <div class="pair">\(line("album", "Album, or empty", album))\(line("label", "Label, or empty", self.label))</div>
            """
    }
}
