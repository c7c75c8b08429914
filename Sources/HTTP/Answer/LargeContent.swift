/// Content that is sent after the output buffer without being copied into it.
struct LargeContent {
    let first: ContentSlice
    /// The further slices, for a response with several ranges.
    let others: [ContentSlice]

    init(_ first: ContentSlice, followedBy others: [ContentSlice] = []) {
        self.first = first
        self.others = others
    }

    /// The total length of all slices in bytes.
    var count: Int { others.reduce(first.range.count) { $0 + $1.range.count } }
}
