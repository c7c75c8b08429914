import Web

/// The message about the result of a form of a piece, shown once after the redirect.
enum PieceMessage: String, FlashMessage {
    case added, saved, split, merged, copied, deleted, ordered
    case restored
    case trackAdded = "track-added"
    case trackSaved = "track-saved"
    case trackDeleted = "track-deleted"
    case sectionAdded = "section-added"
    case sectionSaved = "section-saved"
    case sectionsAdded = "sections-added"
    case sectionDeleted = "section-deleted"
    case keysSaved = "keys-saved"
    case measuresSaved = "measures-saved"
    case intensitiesSaved = "intensities-saved"

    var text: HTML {
        switch self {
        case .added: "Note added."
        case .saved: "Note saved."
        case .split: "Note split. The second part is open."
        case .merged: "Notes merged."
        case .copied: "Note copied. The copy is open."
        case .deleted: "Note deleted."
        case .ordered: "Order of the tracks saved."
        case .restored: "Deletion undone."
        case .trackAdded: "Track added."
        case .trackSaved: "Track saved."
        case .trackDeleted: "Track deleted."
        case .sectionAdded: "Section added."
        case .sectionSaved: "Section saved."
        case .sectionsAdded: "Sections added."
        case .sectionDeleted: "Section deleted."
        case .keysSaved: "Key signatures saved."
        case .measuresSaved: "Measures saved."
        case .intensitiesSaved: "Intensities saved."
        }
    }

    var html: HTML { .successNotice(text) }
}
