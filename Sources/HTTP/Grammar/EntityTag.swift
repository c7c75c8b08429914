/// The syntax of lists of entity tags (RFC 9110 §8.8.3), the values of If-Match and If-None-Match.
enum EntityTag {
    enum Comparison {
        /// Weak tags in the list do not match (If-Match).
        case strong
        /// Weak tags in the list match like strong ones (If-None-Match).
        case weak
    }

    /// Returns whether the list is "*" or contains a tag that equals `tag`. Tags after a syntax error are ignored.
    ///
    /// - Parameter tag: the opaque tag with its quotes, without `W/`.
    static func list(_ list: Bytes, names tag: Bytes, by comparison: Comparison) -> Bool {
        let list = list.trimmed
        if list.count == 1, list[0] == ASCII.asterisk { return true }
        var index = 0
        while index < list.count {
            if ASCII.isBlank(list[index]) || list[index] == ASCII.comma {
                index += 1
                continue
            }
            var isWeak = false
            if list[index] == 0x57, index + 1 < list.count, list[index + 1] == ASCII.slash {
                isWeak = true
                index += 2
            }
            guard index < list.count, list[index] == ASCII.quote,
                let close = list[(index + 1)...].firstIndex(of: ASCII.quote)
            else { return false }
            if !isWeak || comparison == .weak, list[index...close].elementsEqual(tag) { return true }
            index = close + 1
        }
        return false
    }
}
