/// The part of streamed content to open and the length of the response's content; `nil` for an unknown length.
struct StreamOpening {
    let range: Range<Int>?
    let length: Int?
}
