/// The syntax of an IPv6 address in text, without a zone (RFC 3986 §3.2.2, `IPv6address`).
enum IPv6Address {
    private static let groupCount = 8

    static func isValid(_ bytes: Bytes) -> Bool {
        var groups = 0
        var isElided = false
        var index = 0
        if bytes.count >= 2, bytes[0] == ASCII.colon, bytes[1] == ASCII.colon {
            isElided = true
            index = 2
        }
        while index < bytes.count {
            let start = index
            while index < bytes.count, index - start < 5, ASCII.hexadecimal(bytes[index]) != nil { index += 1 }
            if index < bytes.count, bytes[index] == ASCII.dot {
                guard isIPv4(Bytes(rebasing: bytes[start...])) else { return false }
                groups += 2
                break
            }
            guard (1...4).contains(index - start) else { return false }
            groups += 1
            guard index < bytes.count else { break }
            guard bytes[index] == ASCII.colon else { return false }
            index += 1
            // A single colon must be followed by a group; a double colon may end the address.
            guard index < bytes.count else { return false }
            if bytes[index] == ASCII.colon {
                guard !isElided else { return false }
                isElided = true
                index += 1
            }
        }
        return isElided ? groups < groupCount : groups == groupCount
    }

    /// Returns whether the bytes are four numbers up to 255 without leading zeros (`IPv4address`).
    private static func isIPv4(_ bytes: Bytes) -> Bool {
        var count = 0
        for octet in bytes.split(separator: ASCII.dot, omittingEmptySubsequences: false) {
            count += 1
            guard octet.count <= 3, let number = Bytes(rebasing: octet).decimal, number <= 255,
                octet.count == 1 || octet.first != ASCII.zero
            else { return false }
        }
        return count == 4
    }
}
