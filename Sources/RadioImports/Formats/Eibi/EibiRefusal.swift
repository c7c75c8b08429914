/// The reason why a row of an EiBi file cannot become a rule.
struct EibiRefusal: Error, Hashable {
    /// The column's name in the file's head.
    let column: String
    /// A sentence for the author of the file: the rule and, where it helps, the value that was found.
    let message: String

    init(_ column: String, _ message: String) {
        self.column = column
        self.message = message
    }
}
