/// The progress of an import.
public enum ImportProgress: Sendable, Hashable {
    /// Reading the source. `items` is the number of items staged so far.
    case reading(items: Int64)
    /// Comparing and publishing the part with this name.
    case publishing(String)
    /// Creating the airings of rules, updating the finder, and writing the record.
    case concluding
}

extension ImportProgress: CustomStringConvertible {
    /// Returns the name of a part of the publication in texts for people.
    static func name(of part: String) -> String {
        switch part {
        case "doubles": "duplicates"
        case "tags": "topics"
        case "rules": "schedule rules"
        case "songs": "played tracks"
        case "sound": "recordings"
        case "revisions": "revision numbers"
        default: part
        }
    }

    public var description: String {
        switch self {
        case .reading(let items): "items read: \(items)"
        case .publishing(let what): "comparing and publishing \(Self.name(of: what))"
        case .concluding: "writing the results"
        }
    }

    /// The name of the phase, without numbers.
    public var phase: String {
        switch self {
        case .reading: "reading"
        case .publishing(let what): Self.name(of: what)
        case .concluding: "writing the results"
        }
    }
}
