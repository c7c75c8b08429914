/// A position in a source file, as shown in import reports.
public struct FilePosition: Sendable, Hashable, CustomStringConvertible {
    /// The file's name, without folders.
    public var file: String
    /// The line number from 1, or 0 if the finding has no line.
    public var line: Int
    /// The position within the file: a JSON pointer, an XML element or a column name. May be empty.
    public var detail: String = ""

    /// The file, line and detail as one text, such as "sked.csv:12 Days".
    public var description: String {
        (line > 0 ? "\(file):\(line)" : file) + (detail.isEmpty ? "" : " \(detail)")
    }
}
