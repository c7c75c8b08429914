import Web

/// The values that an editor typed into a refused form of a note, so that the page shows them again. A value is `nil` if the form does not have it.
struct TypedNote: Sendable {
    /// A form of the panel of a note.
    enum Form: Sendable {
        case note, split, merge, copy, delete
    }

    var form = Form.note
    var measure: String?
    var text: String?
    /// The typed number of characters before a split.
    var at: String?
    /// The identifier of the track to which the note is copied.
    var target: String?
}

extension FormFields {
    /// Returns the text of a field on one line, because phones show a note without line breaks. Throws `APIError` 422 if the field is missing.
    func noteText(_ name: String) throws(APIError) -> String {
        let text = try self(name)
        let lines = text.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " } }
        let joined = lines.filter { !$0.isEmpty }.joined(separator: " ")
        return String(joined.reversed().drop(while: \.isWhitespace).reversed())
    }

    /// Returns the number of a measure in a field. Throws `APIError` 422 unless it is a whole number from 1 to 999,999,999.
    func measure(_ name: String = "measure") throws(APIError) -> Int {
        try integer(name, in: 1...999_999_999)
    }
}
