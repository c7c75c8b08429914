extension XMLError {
    /// Returns `description` with the value of the exceeded limit, if there is one.
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
