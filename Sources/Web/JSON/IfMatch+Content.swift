extension IfMatch {
    /// Throws 412 unless the precondition holds for the tag. The error shows both tags and the current content, for comparison.
    ///
    /// - Parameter content: the current content as a GET shows it.
    public func check(_ tag: String, showing content: some Encodable) throws(APIError) {
        guard !holds(for: tag) else { return }
        throw APIError(
            .preconditionFailed, code: .changedMeanwhile, Self.refusal,
            versions: APIError.Versions(known: tags ?? "", current: tag, content: try? ViewWriter.bytes(content)))
    }
}
