/// Content that is too long to copy, or lies in a file: it follows the output buffer, in one send where it can.
struct LargeContent {
    let first: ContentSlice
    /// What follows; nothing, but for several ranges.
    let others: [ContentSlice]

    init(_ first: ContentSlice, followedBy others: [ContentSlice] = []) {
        self.first = first
        self.others = others
    }

    /// The length in bytes.
    var count: Int { others.reduce(first.range.count) { $0 + $1.range.count } }
}
