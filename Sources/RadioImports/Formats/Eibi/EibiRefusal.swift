/// Why a row of an EiBi file is no rule of a schedule.
struct EibiRefusal: Error, Hashable {
    /// The column's name in the file's head.
    let column: String
    /// In words for whoever made the file; the same for every row of one reason, so that they can be counted.
    let message: String

    init(_ column: String, _ message: String) {
        self.column = column
        self.message = message
    }
}
