import XML

/// Which guids of a feed several items have: such a guid names none of them. Programs write the site's address there, or one
/// number for all.
///
/// Known before the first item is handed on, so that which item has the guid does not depend on the order of the feed.
struct RepeatedGuids {
    /// An estimate of the bytes that an item takes until the end of the feed.
    static let memory = 64

    private var met = KeyLines()
    private var repeated = KeyLines()

    mutating func note(_ item: XMLElement) {
        guard let key = Self.key(of: item), met.note(key, line: item.line) != nil else { return }
        _ = repeated.note(key, line: item.line)
    }

    func contains(_ key: String) -> Bool { repeated[key] != nil }

    /// The item's guid as a key; nil where it has none.
    static func key(of item: XMLElement) -> String? {
        let key = DraftText.key(item.child(named: "guid")?.text ?? "")
        return key.isEmpty ? nil : key
    }
}
