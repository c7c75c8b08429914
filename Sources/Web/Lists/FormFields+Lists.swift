extension FormFields {
    /// Returns the number of rows of a page from the field `limit`, or `standard` if the field is missing or empty. Throws 422 unless the number is
    /// from 1 to `most`, and 400 if the field occurs more than once.
    public func pageSize(_ standard: Int = 50, most: Int = 200) throws(APIError) -> Int {
        guard let text = try optional("limit"), !text.isEmpty else { return standard }
        return try integer("limit", in: 1...most)
    }

    /// Returns the position at which a page begins, or `nil` for the first page. Throws 422 for a text that is not a cursor of this list, even an
    /// empty text, with which a client would restart the list endlessly; 400 if the field occurs more than once.
    ///
    /// - Parameters:
    ///   - list: the name of the list (`ListCursor.list`).
    ///   - read: converts the values of a cursor; returns `nil` if they do not belong to this list.
    public func position<Place>(
        in list: String, _ name: String = "cursor", _ read: (ListCursor) -> Place?
    ) throws(APIError) -> Place? {
        guard let text = try optional(name) else { return nil }
        guard let cursor = ListCursor(text, of: list), let position = read(cursor) else {
            throw .noCursor(name)
        }
        return position
    }

    /// Returns the value of a field as a case of `type`, or `nil` if the field is missing. Throws 422 for another value, even an empty one, and 400
    /// if the field occurs more than once.
    public func choice<Word: RawRepresentable & CaseIterable>(
        _ name: String, as type: Word.Type = Word.self
    ) throws(APIError) -> Word? where Word.RawValue == String {
        guard let text = try optional(name) else { return nil }
        guard let word = Word(rawValue: text) else {
            throw .invalid(name, oneOf: Word.allCases.map(\.rawValue), found: text)
        }
        return word
    }
}

extension APIError {
    /// Returns a 422 error for a cursor that does not belong to this list and order.
    public static func noCursor(_ name: String = "cursor") -> APIError {
        .invalid(name, "must be a cursor from this list in the same order; omit \(name) to get the first page")
    }
}
