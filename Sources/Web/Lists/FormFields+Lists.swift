extension FormFields {
    /// How many rows a page holds: `limit`.
    ///
    /// - Parameter standard: the size where nothing was said. An empty field, as forms send it, says nothing.
    /// - Throws: 422 unless it is from 1 to `most`.
    public func pageSize(_ standard: Int = 50, most: Int = 200) throws(APIError) -> Int {
        guard let text = try optional("limit"), !text.isEmpty else { return standard }
        return try integer("limit", in: 1...most)
    }

    /// Where a page begins; `nil` for the first.
    ///
    /// - Parameters:
    ///   - list: the name of the list and its order.
    ///   - name: the field.
    ///   - read: makes a place of a cursor's values; `nil` where those are none of this list.
    /// - Throws: 422 for a cursor of another list and for an empty cursor, which would start the list again without end.
    public func place<Place>(
        in list: String, _ name: String = "cursor", _ read: (ListCursor) -> Place?
    ) throws(APIError) -> Place? {
        guard let text = try optional(name) else { return nil }
        guard let cursor = ListCursor(text, of: list), let place = read(cursor) else {
            throw .noCursor(name)
        }
        return place
    }

    /// One of a few words; `nil` where nothing was said.
    ///
    /// - Throws: 422 for another word.
    public func choice<Word: RawRepresentable & CaseIterable>(
        _ name: String, as type: Word.Type = Word.self
    ) throws(APIError) -> Word? where Word.RawValue == String {
        guard let text = try optional(name) else { return nil }
        guard let word = Word(rawValue: text) else {
            throw .invalid(name, "must be \(Phrase.choice(Word.allCases.map(\.rawValue)))")
        }
        return word
    }
}

extension APIError {
    /// 422 for a cursor that no page of this list, in this order, has given.
    public static func noCursor(_ name: String = "cursor") -> APIError {
        .invalid(name, "must be a cursor of this list in this order; omit \(name) to get the first page")
    }
}
