import Web

/// A page of a piece. The cases are in the order of the tabs.
enum PieceTab: CaseIterable, Sendable {
    case notes, tracks, structure, measures, preview, translations, proof

    /// The end of the path, after the path of the piece.
    var path: String {
        switch self {
        case .notes: ""
        case .tracks: "/tracks"
        case .structure: "/structure"
        case .measures: "/measures"
        case .preview: "/preview"
        case .translations: "/translations"
        case .proof: "/proof"
        }
    }

    var title: String {
        switch self {
        case .notes: "Notes"
        case .tracks: "Tracks"
        case .structure: "Structure"
        case .measures: "Measures"
        case .preview: "Preview"
        case .translations: "Translations"
        case .proof: "Proof"
        }
    }
}
