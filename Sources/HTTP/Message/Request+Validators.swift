extension Request {
    /// Returns whether `If-None-Match` contains this entity tag (RFC 9110 §13.1.2), compared weakly; "*" matches any tag. Not for a `Representation`
    /// or `StreamedContent`, whose tags the encoder compares.
    ///
    /// - Parameter tag: the entity tag with quotes, and with `W/` if it is weak.
    public func has(entityTag tag: String) -> Bool {
        let lists = fields.values(of: "If-None-Match")
        guard !lists.isEmpty else { return false }
        let opaque = Array((tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]).utf8)
        return Array(lists.joined(separator: ", ").utf8).withUnsafeBufferPointer { list in
            opaque.withUnsafeBufferPointer { EntityTag.list(list, names: $0, by: .weak) }
        }
    }
}

extension Request {
    /// Whether gzip is acceptable and preferred at least as much as identity (RFC 9110 §12.5.3).
    public var prefersGzip: Bool {
        var coding = AcceptEncoding()
        for value in fields.values(of: "Accept-Encoding") {
            var value = value
            value.withUTF8 { coding.add($0) }
        }
        return coding.prefersGzip
    }
}
