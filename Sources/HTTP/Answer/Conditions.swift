/// The conditional and range fields of one request, copied out of the read buffer, which may be reused before the response is made.
final class Conditions: Sendable {
    let ifMatch: [UInt8]?
    let ifNoneMatch: [UInt8]?
    let ifModifiedSince: [UInt8]?
    let ifUnmodifiedSince: [UInt8]?
    let ifRange: [UInt8]?
    let range: [UInt8]?

    init(_ head: RequestHead, in bytes: Bytes) {
        /// Returns the field's value; `nil` for none. Repeated lines are a list (RFC 9110 §5.3), which makes repeated dates and ranges invalid.
        func value(_ kind: KnownField) -> [UInt8]? {
            let values = head.lines.lazy.filter { $0.kind == kind }.map { bytes[$0.value] }
            guard !values.isEmpty else { return nil }
            return Array(values.joined(separator: [ASCII.comma, ASCII.space]))
        }
        ifMatch = value(.ifMatch)
        ifNoneMatch = value(.ifNoneMatch)
        ifModifiedSince = value(.ifModifiedSince)
        ifUnmodifiedSince = value(.ifUnmodifiedSince)
        ifRange = value(.ifRange)
        range = value(.range)
    }

    /// The result of the conditions for a response that would be 200: the whole content, 304, 412, 206 with the ranges, or 416.
    enum Outcome: Equatable {
        case whole
        case notModified
        case preconditionFailed
        case ranges([Range<Int>])
        case unsatisfiable
    }

    /// Evaluates the conditions in the order of RFC 9110 §13.2.2.
    ///
    /// - Parameters:
    ///   - tag: the strong entity tag of the selected form, with quotes.
    ///   - length: the length of the selected form, in bytes.
    ///   - isGet: whether the method is GET; ranges of other methods are ignored (§14.2).
    ///   - now: the current time, like `lastModified` in seconds since 1970.
    func evaluate(tag: [UInt8], lastModified: Int64, length: Int, isGet: Bool, now: Int64) -> Outcome {
        if let ifMatch {
            if !Self.list(ifMatch, names: tag, by: .strong) { return .preconditionFailed }
        } else if let date = Self.date(ifUnmodifiedSince, now), lastModified > date {
            return .preconditionFailed
        }
        if let ifNoneMatch {
            if Self.list(ifNoneMatch, names: tag, by: .weak) { return .notModified }
        } else if let date = Self.date(ifModifiedSince, now), lastModified <= date {
            return .notModified
        }
        guard isGet, let range, isRangeWanted(tag: tag, lastModified: lastModified, now: now) else { return .whole }
        switch range.withUnsafeBufferPointer({ ByteRanges($0, length: length) }) {
        case .ignored: return .whole
        case .unsatisfiable: return .unsatisfiable
        case .satisfiable(let ranges): return .ranges(ranges)
        }
    }

    /// Evaluates the conditions of streamed content. Conditions on a time are ignored (RFC 9110 §13.1.3), and an If-Range with a date is never met.
    ///
    /// - Parameters:
    ///   - tag: the strong entity tag with quotes; `nil` for none. Without a tag, only `*` meets If-Match, and If-None-Match is ignored.
    ///   - length: the length in bytes; `nil` if unknown, so that ranges are ignored.
    ///   - isGet: whether the method is GET; ranges of other methods are ignored (RFC 9110 §14.2).
    func evaluate(tag: [UInt8]?, length: Int?, isGet: Bool) -> Outcome {
        if let ifMatch, !Self.list(ifMatch, names: tag ?? [], by: .strong) { return .preconditionFailed }
        if let ifNoneMatch, let tag, Self.list(ifNoneMatch, names: tag, by: .weak) { return .notModified }
        guard isGet, let range, let length, ifRange == nil || ifRange == tag else { return .whole }
        switch range.withUnsafeBufferPointer({ ByteRanges($0, length: length) }) {
        case .ignored: return .whole
        case .unsatisfiable: return .unsatisfiable
        case .satisfiable(let ranges): return .ranges(ranges)
        }
    }

    /// Returns whether If-Range permits a partial response (RFC 9110 §13.1.5), as a missing field does. A tag must equal `tag`. A date must equal
    /// `lastModified` and be at least one second old (RFC 9110 §8.8.2.2).
    private func isRangeWanted(tag: [UInt8], lastModified: Int64, now: Int64) -> Bool {
        guard let ifRange else { return true }
        if ifRange.contains(ASCII.quote) { return ifRange == tag }
        return Self.date(ifRange, now) == lastModified && lastModified < now
    }

    private static func list(_ list: [UInt8], names tag: [UInt8], by comparison: EntityTag.Comparison) -> Bool {
        list.withUnsafeBufferPointer { list in
            tag.withUnsafeBufferPointer { EntityTag.list(list, names: $0, by: comparison) }
        }
    }

    /// Returns the time in a date field, in seconds since 1970; `nil` if the field is absent or invalid, so that its condition is ignored
    /// (RFC 9110 §13.1.3).
    private static func date(_ value: [UInt8]?, _ now: Int64) -> Int64? {
        value?.withUnsafeBufferPointer { HTTPDate.parse($0, now: now) }
    }
}
