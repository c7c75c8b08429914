import Foundation
import Web

/// The progress of an import, as stored and shown.
struct ImportProgressView: Codable, Sendable, Hashable {
    /// `reading`, `publishing` or `concluding`.
    let phase: String
    /// The part that is being published, such as "episodes".
    let part: String?
    /// The number of items read so far.
    let items: Int64

    init(_ progress: ImportProgress, items: Int64) {
        (phase, part) =
            switch progress {
            case .reading: ("reading", nil)
            case .publishing(let what): ("publishing", what)
            case .concluding: ("concluding", nil)
            }
        self.items = items
    }

    /// `nil` if the stored text is not a progress.
    init?(stored: String) {
        guard let view = try? JSONDecoder().decode(Self.self, from: Data(stored.utf8)) else { return nil }
        self = view
    }

    /// The JSON text. No member contains a character that needs escaping.
    var stored: String {
        let part = part.map { ",\"part\":\"\($0)\"" } ?? ""
        return "{\"phase\":\"\(phase)\"\(part),\"items\":\(items)}"
    }

    /// For a list: "items read: 12000".
    var brief: String {
        switch phase {
        case "reading": "items read: \(items)"
        case "publishing": part.map(ImportProgress.name(of:)) ?? "publishing"
        default: "writing the results"
        }
    }

    /// For people: "Reading. Items so far: 12000".
    var words: String {
        switch phase {
        case "reading": items == 0 ? "Reading" : "Reading. Items so far: \(items)"
        case "publishing":
            "Items read: \(items). Comparing and publishing \(part.map(ImportProgress.name(of:)) ?? "items")"
        default: "Items read: \(items). Writing the results"
        }
    }
}
