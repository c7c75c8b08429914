import FoundationEssentials

/// The position at which the next page of a list begins, opaque to clients: the values of the index columns at the last row. Added or removed rows
/// before the position do not shift the following pages.
public struct ListCursor: Sendable, Hashable, CustomStringConvertible {
    /// The name of the list, with its order and filter if the list has several. The cursor is valid for this list only.
    public let list: String
    /// The values of the index columns at the last row.
    public let values: [String]

    public init(_ list: String, _ values: [String]) {
        self.list = list
        self.values = values
    }

    /// Reads a cursor that `description` wrote for the list `list`. Returns `nil` for any other text, for a text of more than 8,000 bytes, and for a
    /// value that contains U+0000.
    public init?(_ text: String, of list: String) {
        guard text.utf8.count <= 8000, let bytes = Base64URL.bytes(of: text),
            let words = try? JSONDecoder().decode([String].self, from: Data(bytes)),
            words.first == list, !words.contains(where: { $0.utf8.contains(0) })
        else { return nil }
        self.init(list, Array(words.dropFirst()))
        guard description == text else { return nil }
    }

    public var description: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return Base64URL.text(of: (try? encoder.encode([list] + values)) ?? Data())
    }

    /// Returns a value as a whole number, or `nil` if it is missing or not written like `Int64.description` (spec S1.28).
    public func number(_ index: Int) -> Int64? {
        guard values.indices.contains(index), let number = Int64(values[index]), number.description == values[index]
        else { return nil }
        return number
    }
}
