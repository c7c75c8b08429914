import Foundation
import Web

/// Where the next page of a list begins: the values of the index columns at the last row, opaque to clients.
///
/// A place and no count: what is added or taken away in front of it does not move the pages behind it.
struct ListCursor: Sendable, Hashable, CustomStringConvertible {
    /// The list and its order: a cursor is good for no other.
    let list: String
    let values: [String]

    init(_ list: String, _ values: [String]) {
        self.list = list
        self.values = values
    }

    /// Reads what `description` wrote; `nil` for anything else.
    init?(_ text: String, of list: String) {
        guard text.utf8.count <= 8000 else { return nil }
        var base64 = text.replacing("-", with: "+").replacing("_", with: "/")
        base64 += String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: base64), let words = try? JSONDecoder().decode([String].self, from: data),
            words.first == list, !words.contains(where: { $0.unicodeScalars.contains("\0") })
        else { return nil }
        self.init(list, Array(words.dropFirst()))
        guard description == text else { return nil }
    }

    var description: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let data = (try? encoder.encode([list] + values)) ?? Data()
        return data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// A value that is a whole number.
    func number(_ index: Int) -> Int64? { values.indices.contains(index) ? Int64(values[index]) : nil }
}

extension FormFields {
    /// How many rows a page holds.
    ///
    /// - Throws: 422 unless it is from 1 to 200.
    func pageSize() throws(APIError) -> Int {
        try optional("limit") == nil ? 50 : try integer("limit", in: 1...200)
    }

    /// Where a page begins; `nil` for the first.
    ///
    /// - Parameter read: makes a place of a cursor's values; `nil` where those are none of this list.
    func place<Place>(in list: String, _ read: (ListCursor) -> Place?) throws(APIError) -> Place? {
        guard let text = try optional("cursor") else { return nil }
        guard let cursor = ListCursor(text, of: list), let place = read(cursor) else {
            throw .invalid("cursor", "must be the nextCursor of an earlier page in the same order")
        }
        return place
    }

    /// One of a few words; `nil` where nothing was said.
    func choice<Word: RawRepresentable & CaseIterable>(
        _ name: String, as type: Word.Type = Word.self
    ) throws(APIError) -> Word? where Word.RawValue == String {
        guard let text = try optional(name) else { return nil }
        guard let word = Word(rawValue: text) else {
            throw .invalid(name, "must be \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return word
    }
}

/// A page of a list as JSON.
struct CloudListView<Item: Encodable & Sendable>: Encodable, Sendable {
    let items: [Item]
    /// `cursor` of the page that follows; none after the last.
    let nextCursor: String?
}

/// A page of what a user has, as JSON.
struct CloudUserListView<Item: Encodable & Sendable>: Encodable, Sendable {
    let items: [Item]
    /// `cursor` of the page that follows; none after the last.
    let nextCursor: String?
    /// Whether it is what is stored here, since SoundCloud could not be asked: not all of it, then.
    let isStored: Bool
}

/// Rows up to the size of a page, and where the next one begins.
struct CloudPageOf<Place: Sendable>: Sendable {
    let places: [Place]
    let next: Place?

    /// - Parameter rows: one more than the page holds where there are more.
    init(_ rows: [Place], limit: Int) {
        places = Array(rows.prefix(limit))
        next = rows.count > limit ? places.last : nil
    }
}
