/// The error for a row of an EiBi file that cannot become a schedule rule.
struct EibiRefusal: Error, Hashable {
    /// The name of the column; empty for an error of the whole row.
    let column: String
    /// The reason, for the report.
    let message: String

    init(_ column: String, _ message: String) {
        self.column = column
        self.message = message
    }
}
