/// A position in a source file, for import reports.
public struct FilePosition: Sendable, Hashable, CustomStringConvertible {
    /// The name of the file, without folders.
    public var file: String
    /// The line number, starting at 1, or 0 if the finding belongs to no line.
    public var line: Int
    /// The position within the file: a JSON pointer, an XML element or a column name. May be empty.
    public var detail: String = ""

    /// The file, line and detail as one text, such as "sked.csv:12 Days".
    public var description: String {
        (line > 0 ? "\(file):\(line)" : file) + (detail.isEmpty ? "" : " \(detail)")
    }
}
