/// The syntax of a request target in origin-form: path and query (RFC 9112 §3.2.1).
enum Target {
    /// Returns the end of the path, which is the first "?" or the end of the target; `nil` if the target is not in
    /// origin-form.
    ///
    /// Escapes in the path must be complete and must not encode NUL, which ends strings in C (RFC 3986 §7.3). Escapes in the
    /// query are left to the handler, since forms of old browsers send single percent signs.
    static func pathEnd(of target: Bytes) -> Int? {
        let end = target.firstIndex(of: ASCII.question) ?? target.count
        var index = 0
        while index < end {
            let byte = target[index]
            guard ASCIISet.path.contains(byte) else { return nil }
            if byte == ASCII.percent {
                guard index + 2 < end, let high = ASCII.hexadecimal(target[index + 1]),
                    let low = ASCII.hexadecimal(target[index + 2]), high | low != 0
                else { return nil }
                index += 2
            }
            index += 1
        }
        guard end == target.count || ASCIISet.query.containsAll(Bytes(rebasing: target[(end + 1)...])) else {
            return nil
        }
        return end
    }
}
