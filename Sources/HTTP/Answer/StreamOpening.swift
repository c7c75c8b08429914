/// The part of streamed content to open: the range, `nil` for the whole content, and the length in bytes, `nil` if unknown.
struct StreamOpening {
    let range: Range<Int>?
    let length: Int?
}
