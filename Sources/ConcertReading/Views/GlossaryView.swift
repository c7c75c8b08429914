import ConcertNotes
import Web

/// The JSON of the glossary (spec N16).
struct GlossaryView: Encodable, Sendable {
    let revision: Int
    /// The time of the last change; `nil` if the tenant has no glossary.
    let changedAt: Instant?
    let items: [Item]

    struct Item: Encodable, Sendable {
        let name: String
        let category: String
        let description: String
        let history: String?
        let picture: String?

        init(_ item: GlossaryItem) {
            name = item.name
            category = item.category
            description = item.description
            history = item.history.isEmpty ? nil : item.history
            picture = item.image.isEmpty ? nil : ReadPiece.pictureURL(item.image)
        }
    }

    init(_ glossary: Glossary, _ version: GlossaryStore.Version) {
        revision = version.revision
        changedAt = version.revision == 0 ? nil : Instant(milliseconds: version.changedAt * 1000)
        items = glossary.items.map(Item.init)
    }
}
