/// The reason why a row of an EiBi file cannot become a rule.
struct EibiRefusal: Error, Hashable {
    /// The column's name in the first line of the file.
    let column: String
    /// A sentence for the author of the file, with the rule and, if helpful, the value that was found.
    let message: String

    init(_ column: String, _ message: String) {
        self.column = column
        self.message = message
    }
}
