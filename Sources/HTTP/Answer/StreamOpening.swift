/// The part of streamed content to open. `range` is `nil` for the whole content; `length`, in bytes, is `nil` if unknown.
struct StreamOpening {
    let range: Range<Int>?
    let length: Int?
}
