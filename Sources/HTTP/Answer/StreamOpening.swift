/// The part of streamed content to open. A `range` of `nil` means the whole content; a `length` of `nil`, in bytes, means that the length is unknown.
struct StreamOpening {
    let range: Range<Int>?
    let length: Int?
}
