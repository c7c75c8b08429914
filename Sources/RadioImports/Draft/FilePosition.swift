/// A position in a source file, for import reports.
public struct FilePosition: Sendable, Hashable, CustomStringConvertible {
    /// The name of the file, without folders.
    public var file: String
    /// The line number, starting at 1; 0 for none.
    public var line: Int
    /// A JSON pointer, an XML element or a column name; empty for none.
    public var detail: String = ""

    /// The file, line and detail, such as "sked.csv:12 Days".
    public var description: String {
        (line > 0 ? "\(file):\(line)" : file) + (detail.isEmpty ? "" : " \(detail)")
    }
}
