import Foundation
import Web

/// How far an import is that is under way, as it is stored and shown.
struct ImportProgressView: Codable, Sendable, Hashable {
    /// `reading`, `publishing` or `concluding`.
    let phase: String
    /// What is being published: "episodes".
    let part: String?
    /// How many items were read so far.
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

    /// `nil` for what something else wrote.
    init?(stored: String) {
        guard let view = try? JSONDecoder().decode(Self.self, from: Data(stored.utf8)) else { return nil }
        self = view
    }

    /// Text without anything that JSON would have to escape.
    var stored: String {
        let part = part.map { ",\"part\":\"\($0)\"" } ?? ""
        return "{\"phase\":\"\(phase)\"\(part),\"items\":\(items)}"
    }

    /// For a list: "items read: 12000".
    var brief: String {
        switch phase {
        case "reading": "items read: \(items)"
        case "publishing": part ?? "publishing"
        default: "writing the results"
        }
    }

    /// For people: "Reading: 12000 items so far".
    var words: String {
        switch phase {
        case "reading": items == 0 ? "Reading" : "Reading. Items so far: \(items)"
        case "publishing": "Items read: \(items). Comparing and publishing \(part ?? "them")"
        default: "Items read: \(items). Writing the results"
        }
    }
}
