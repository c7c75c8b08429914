extension APIError {
    /// Creates the 422 error for a field whose value is none of the allowed values. The error quotes at most 100 characters of the value found.
    ///
    /// - Parameter field: the name of a form field, or the JSON pointer of a member.
    public static func invalid(_ field: String, oneOf allowed: some Sequence<String>, found: String) -> APIError {
        invalid(field, "must be \(SentenceFormat.choice(allowed)), found \"\(found.prefix(100))\"")
    }
}
