import XML

/// The guids that several items of a feed share, and that therefore identify no item: some programs write the site's address into every guid.
///
/// A first pass over the feed collects the guids, so the result does not depend on the order of the items.
struct RepeatedGuids {
    /// The estimated memory that an item takes until the end of the feed is read, in bytes.
    static let memory = 64

    private var met = KeyLines()
    private var repeated = KeyLines()

    mutating func note(_ item: XMLElement) {
        guard let key = Self.key(of: item), met.note(key, line: item.line) != nil else { return }
        _ = repeated.note(key, line: item.line)
    }

    func contains(_ key: String) -> Bool { repeated[key] != nil }

    /// Returns the item's guid as a key; `nil` if the item has no guid.
    static func key(of item: XMLElement) -> String? {
        let key = DraftText.key(item.child(named: "guid")?.text ?? "")
        return key.isEmpty ? nil : key
    }
}
