extension IfMatch {
    /// Checks the precondition like `check(_:)`, and throws 412 unless it holds for the tag. The 412 names the client's `If-Match` and the current
    /// tag, and shows the current content, so that an editor can compare both versions.
    ///
    /// - Parameter content: the current content as the response to a GET shows it. If the content cannot be encoded, the 412 names only the tags.
    public func check(_ tag: String, showing content: some Encodable) throws(APIError) {
        guard !holds(for: tag) else { return }
        throw APIError(
            .preconditionFailed, code: .changedMeanwhile, Self.refusal,
            versions: APIError.Versions(known: tags ?? "", current: tag, content: try? ViewWriter.bytes(content)))
    }
}
