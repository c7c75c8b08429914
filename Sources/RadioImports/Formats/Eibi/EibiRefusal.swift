/// The error for a row of an EiBi file that cannot become a rule.
struct EibiRefusal: Error, Hashable {
    /// The name of the column in the first line of the file; empty for an error of the whole row.
    let column: String
    /// A message for the author of the file, with the rule and, if helpful, the value found.
    let message: String

    init(_ column: String, _ message: String) {
        self.column = column
        self.message = message
    }
}
