import Foundation
import Web

/// The stored and displayed progress of an import.
struct ImportProgressView: Codable, Sendable, Hashable {
    /// The phase: `reading`, `publishing` or `concluding`.
    let phase: String
    /// The part that is being published, such as "episodes"; `nil` in the other phases.
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

    /// Decodes a stored progress; `nil` if it is invalid.
    init?(stored: String) {
        guard let view = try? JSONDecoder().decode(Self.self, from: Data(stored.utf8)) else { return nil }
        self = view
    }

    /// The progress as JSON, in which no member needs escaping.
    var stored: String {
        let part = part.map { ",\"part\":\"\($0)\"" } ?? ""
        return "{\"phase\":\"\(phase)\"\(part),\"items\":\(items)}"
    }

    /// A short text for a list, such as "items read: 12000".
    var shortText: String {
        switch phase {
        case "reading": "items read: \(items)"
        case "publishing": part.map(ImportProgress.name(of:)) ?? "processing"
        default: "writing the results"
        }
    }

    /// The full displayed text, such as "Reading. Items so far: 12000".
    var text: String {
        switch phase {
        case "reading": items == 0 ? "Reading" : "Reading. Items so far: \(items)"
        case "publishing":
            "Items read: \(items). Processing \(part.map(ImportProgress.name(of:)) ?? "items")"
        default: "Items read: \(items). Writing the results"
        }
    }
}
