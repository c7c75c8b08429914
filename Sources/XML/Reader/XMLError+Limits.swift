extension XMLError {
    /// Returns `description`; for the case `limit`, with the maximum that `limits` allows.
    public func description(within limits: XMLReader.Limits) -> String {
        guard case .limit(let limit, _) = self else { return description }
        let unit =
            switch limit {
            case .depth: "levels"
            case .attributes, .elements: limit.rawValue
            case .namespaces: "namespace declarations"
            case .bytes, .tag, .text, .comment, .memory: "bytes"
            }
        return "\(description); at most \(limits[limit]) \(unit) are allowed"
    }
}
