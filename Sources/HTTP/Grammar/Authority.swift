/// The syntax of Host and of a target's authority: `uri-host [ ":" port ]` (RFC 9110 §7.2).
///
/// Stricter than RFC 3986, so that a proxy and this server cannot read one value as two hosts: no userinfo (RFC 9110 §4.2.4), no sub-delimiters or
/// escapes, names of at most 255 bytes, ports up to 65535, and only IPv6 literals (RFC 3986 §3.2.2).
enum Authority {
    static func isValid(_ bytes: Bytes) -> Bool {
        guard let first = bytes.first else { return false }
        let hostEnd: Int
        if first == ASCII.leftBracket {
            guard let close = bytes.firstIndex(of: ASCII.rightBracket),
                IPv6Address.isValid(Bytes(rebasing: bytes[1..<close]))
            else { return false }
            hostEnd = close + 1
        } else {
            // The port follows: a name contains no colon.
            var end = 0
            while end < bytes.count, ASCIISet.hostName.contains(bytes[end]) { end += 1 }
            guard end > 0, end <= 255 else { return false }
            hostEnd = end
        }
        guard hostEnd < bytes.count else { return true }
        guard bytes[hostEnd] == ASCII.colon else { return false }
        let port = Bytes(rebasing: bytes[(hostEnd + 1)...])
        guard !port.isEmpty else { return true }
        guard port.count <= 5, let number = port.decimal else { return false }
        return number <= 65_535
    }
}
