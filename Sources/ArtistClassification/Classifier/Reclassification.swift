/// The differences between two classifications of a library, shown before they are applied.
public struct Reclassification: Sendable, Hashable, Codable {
    /// A part of a filing that can differ.
    public enum Field: String, Sendable, Hashable, Codable, CaseIterable {
        case artist, credits, title, album, label, shelf
    }

    /// An upload that the new classification files differently.
    public struct Change: Sendable, Hashable, Codable {
        public let id: String
        public let before: Filing
        public let after: Filing
        /// The parts that differ, in the order of `Field`.
        public let fields: [Field]
    }

    /// The changes, sorted by the identifiers of the uploads.
    public let changes: [Change]
    /// The identifiers of the uploads that only the new classification contains, in ascending order.
    public let added: [String]
    /// The identifiers of the uploads that only the old classification contains, in ascending order.
    public let removed: [String]
    /// The number of uploads whose filing is unchanged.
    public let unchanged: Int

    public var isEmpty: Bool { changes.isEmpty && added.isEmpty && removed.isEmpty }

    /// Compares two classifications of a library. Of several filings with the same identifier, the last one counts. A difference in confidence or
    /// reasons alone does not count as a change.
    public init(from before: some Sequence<Filing>, to after: some Sequence<Filing>) {
        let old = Dictionary(before.map { ($0.id, $0) }, uniquingKeysWith: { _, last in last })
        let new = Dictionary(after.map { ($0.id, $0) }, uniquingKeysWith: { _, last in last })
        added = new.keys.filter { old[$0] == nil }.sorted()
        removed = old.keys.filter { new[$0] == nil }.sorted()
        changes = new.values.compactMap { filing in
            guard let before = old[filing.id] else { return nil }
            let fields = Reclassification.differences(before, filing)
            return fields.isEmpty ? nil : Change(id: filing.id, before: before, after: filing, fields: fields)
        }.sorted { $0.id < $1.id }
        unchanged = new.count - added.count - changes.count
    }

    private static func differences(_ before: Filing, _ after: Filing) -> [Field] {
        func keys(_ filing: Filing) -> [String] { filing.mainArtists.map(\.key) }
        func shown(_ filing: Filing) -> [[String]] {
            filing.credits.map { [$0.role.rawValue, $0.name, $0.joinPhrase] }
        }
        return Field.allCases.filter { field in
            switch field {
            case .artist: keys(before) != keys(after)
            case .credits: shown(before) != shown(after)
            case .title: before.creditedTitle != after.creditedTitle
            case .album: before.album != after.album || before.albumArtist != after.albumArtist
            case .label: before.label != after.label
            case .shelf: before.suggestedShelf != after.suggestedShelf
            }
        }
    }
}
