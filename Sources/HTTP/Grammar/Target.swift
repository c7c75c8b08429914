/// The syntax of a request target in origin-form: path and query (RFC 9112 §3.2.1).
enum Target {
    /// Returns the offset of the end of the path, which is the first "?" or the end of the target; `nil` if the target is invalid.
    ///
    /// The path and the query may contain only the bytes of `ASCIISet.path` and `ASCIISet.query`. The path may be empty, as after the authority of an
    /// absolute-form target. Escapes in the path must be complete and must not encode NUL, which ends strings in C (RFC 3986 §7.3). Escapes in the
    /// query are not checked, since old browsers send single percent signs.
    static func pathEnd(of target: Bytes) -> Int? {
        var end = 0
        while end < target.count, ASCIISet.path.contains(target[end]) {
            if target[end] == ASCII.percent {
                guard end + 2 < target.count, let high = ASCII.hexadecimal(target[end + 1]),
                    let low = ASCII.hexadecimal(target[end + 2]), high | low != 0
                else { return nil }
                end += 2
            }
            end += 1
        }
        guard end < target.count else { return end }
        guard target[end] == ASCII.question,
            ASCIISet.query.containsAll(Bytes(rebasing: target[(end + 1)...]))
        else { return nil }
        return end
    }
}
