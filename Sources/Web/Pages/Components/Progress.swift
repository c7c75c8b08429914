/// The progress of a task, with an indeterminate bar if the total is not known.
public struct Progress: Sendable {
    private let label: String
    private let done: Int
    private let total: Int?

    /// Creates a progress bar. `total` is `nil` if it is not known.
    public init(_ label: String, _ done: Int, of total: Int?) {
        self.label = label
        self.done = done
        self.total = total
    }

    /// The bar as markup.
    public var html: HTML {
        let value: HTML = total.map { " value=\"\(min(done, $0))\" max=\"\(max($0, 1))\"" } ?? .empty
        let words: HTML = total.map { "\(done) of \($0)" } ?? "\(done) so far"
        return """
            <div class="progress"><label>\(label) <span class="faint">\(words)</span>\
            <progress\(value)></progress></label></div>
            """
    }
}
