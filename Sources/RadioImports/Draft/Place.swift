/// Where in its source something stands: what a report of faults names.
public struct Place: Sendable, Hashable, CustomStringConvertible {
    /// The file's name, without folders.
    public var file: String
    /// From 1; 0 where the format has no lines worth naming.
    public var line: Int
    /// A JSON pointer, an XML element or a column; may be empty.
    public var detail: String

    public init(file: String, line: Int, detail: String = "") {
        self.file = file
        self.line = line
        self.detail = detail
    }

    /// "sked.csv:12 Days".
    public var description: String {
        (line > 0 ? "\(file):\(line)" : file) + (detail.isEmpty ? "" : " \(detail)")
    }
}
