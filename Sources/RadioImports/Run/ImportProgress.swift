/// How far an import is.
public enum ImportProgress: Sendable, Hashable {
    /// So many items have been read and staged.
    case reading(items: Int64)
    /// What is staged of these is compared with what is there, and published.
    case publishing(String)
    /// What follows from it: airings of rules, marks for the finder, the record.
    case concluding
}

extension ImportProgress: CustomStringConvertible {
    public var description: String {
        switch self {
        case .reading(let items): "items read: \(items)"
        case .publishing(let what): "comparing and publishing \(what)"
        case .concluding: "concluding"
        }
    }

    /// What it goes on with, whatever has been done of that.
    public var phase: String {
        switch self {
        case .reading: "reading"
        case .publishing(let what): what
        case .concluding: "concluding"
        }
    }
}
