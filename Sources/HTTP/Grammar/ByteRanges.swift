/// The ranges of a Range field in bytes (RFC 9110 §14.1.2).
enum ByteRanges: Equatable {
    /// The field is ignored: another unit, a syntax error, more than `most` ranges, or several ranges longer in total than the content.
    case ignored
    /// No range is within the content, so the status is 416.
    case unsatisfiable
    case satisfiable([Range<Int>])

    /// The maximum number of ranges in a request, since overlapping ranges multiply the work (RFC 9110 §17.15).
    static let most = 16

    /// Parses the value of a Range field for content of `length` bytes.
    init(_ value: Bytes, length: Int) {
        let prefix = 6
        guard value.count > prefix, Bytes(rebasing: value[..<prefix]).isSame("bytes=") else {
            self = .ignored
            return
        }
        var ranges: [Range<Int>] = []
        var isValid = true
        var count = 0
        Bytes(rebasing: value[prefix...]).forEachListElement { element in
            count += 1
            guard isValid, count <= Self.most else { return isValid = false }
            switch Self.range(element, length: length) {
            case .invalid: isValid = false
            case .outside: break
            case .inside(let range): ranges.append(range)
            }
        }
        if !isValid || count == 0 {
            self = .ignored
        } else if ranges.isEmpty {
            self = .unsatisfiable
        } else if ranges.count > 1 && ranges.reduce(0, { $0 + $1.count }) > length {
            self = .ignored
        } else {
            self = .satisfiable(ranges)
        }
    }

    private enum Element {
        case invalid
        case outside
        case inside(Range<Int>)
    }

    private static func range(_ element: Bytes, length: Int) -> Element {
        guard let hyphen = element.firstIndex(of: ASCII.hyphen) else { return .invalid }
        let first = Bytes(rebasing: element[..<hyphen])
        let last = Bytes(rebasing: element[(hyphen + 1)...])
        if first.isEmpty {
            guard let suffix = number(last) else { return .invalid }
            return suffix == 0 || length == 0 ? .outside : .inside(max(0, length - suffix)..<length)
        }
        guard let start = number(first) else { return .invalid }
        guard !last.isEmpty else { return start < length ? .inside(start..<length) : .outside }
        guard let end = number(last), end >= start else { return .invalid }
        return start < length ? .inside(start..<(min(end, length - 1) + 1)) : .outside
    }

    /// Returns the position that the digits represent; `nil` for other text. A position beyond `Int` becomes the largest value.
    private static func number(_ digits: Bytes) -> Int? {
        guard !digits.isEmpty, digits.allSatisfy(ASCII.isDigit) else { return nil }
        return digits.decimal ?? Int.max
    }
}
