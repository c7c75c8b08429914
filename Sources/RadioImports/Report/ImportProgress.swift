/// The progress of an import: reading, then publishing part by part, then concluding.
public enum ImportProgress: Sendable, Hashable {
    case reading(items: Int64)
    /// The comparison and publication of the part with this name.
    case publishing(String)
    /// The creation of the airings of rules and the writing of the record.
    case concluding
}

extension ImportProgress: CustomStringConvertible {
    /// Returns the displayed name of a part of the publication.
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
        case .publishing(let what): "processing \(Self.name(of: what))"
        case .concluding: "writing the results"
        }
    }

    /// The displayed name of the phase, or of the part that is published, without numbers.
    public var phase: String {
        switch self {
        case .reading: "reading"
        case .publishing(let what): Self.name(of: what)
        case .concluding: "writing the results"
        }
    }
}
