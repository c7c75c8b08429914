import Glibc

/// A parser of the complete head of a request, without copying the head (RFC 9112 §2 to §6). One parser serves a loop and reuses its memory.
///
/// The parser is strict wherever two parties could read one message differently (spec H8). Every violated rule is a `Rejection` (spec S1.16, S1.27).
struct HeadParser {
    private(set) var head = RequestHead()
    private var sawHost = false
    private var sawTransferEncoding = false
    private var asksClose = false
    private var asksKeepAlive = false

    /// Parses a head into `head`. Throws the rejection for a rule that the head breaks.
    ///
    /// - Parameter bytes: the bytes from the request line to the final empty line, as found by `HeadScanner`.
    mutating func parse(_ bytes: Bytes) throws(Rejection) {
        reset()
        head.length = bytes.count
        var start = lineEnd(bytes, from: 0)
        try parseRequestLine(bytes, end: start)
        start += 2
        while start + 2 < bytes.count {
            let end = lineEnd(bytes, from: start)
            try parseField(bytes, start, end)
            start = end + 2
        }
        try conclude()
    }

    /// Clears the last parsed head.
    mutating func reset() {
        head.reset()
        (sawHost, sawTransferEncoding, asksClose, asksKeepAlive) = (false, false, false, false)
    }

    /// Returns the position of the CR of the line's CRLF. The scanner has verified that every line ends in CRLF.
    private func lineEnd(_ bytes: Bytes, from start: Int) -> Int {
        guard let base = bytes.baseAddress,
            let found = memchr(base + start, Int32(ASCII.lineFeed), bytes.count - start)
        else { return max(start, bytes.count - 2) }
        return UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - base - 1
    }

    // MARK: Request line

    private mutating func parseRequestLine(_ bytes: Bytes, end: Int) throws(Rejection) {
        var methodEnd = 0
        while methodEnd < end, ASCIISet.token.contains(bytes[methodEnd]) { methodEnd += 1 }
        let targetStart = methodEnd + 1
        var targetEnd = targetStart
        while targetEnd < end, bytes[targetEnd] > ASCII.space { targetEnd += 1 }
        guard methodEnd > 0, methodEnd < end, bytes[methodEnd] == ASCII.space, targetEnd > targetStart, targetEnd < end,
            bytes[targetEnd] == ASCII.space
        else { throw .malformedRequestLine }
        try parseVersion(Bytes(rebasing: bytes[(targetEnd + 1)..<end]))
        head.method = Method(Bytes(rebasing: bytes[..<methodEnd]))
        if head.method != .other {
            try parseTarget(bytes, targetStart, targetEnd)
        }
    }

    private mutating func parseVersion(_ version: Bytes) throws(Rejection) {
        // The bytes of "HTTP/".
        let name: UInt64 = 0x48_5454_502F
        guard version.count == 8,
            UnsafeRawBufferPointer(version).loadUnaligned(as: UInt64.self).bigEndian >> 24 == name,
            ASCII.isDigit(version[5]), version[6] == ASCII.dot, ASCII.isDigit(version[7])
        else { throw .malformedRequestLine }
        guard version[5] == ASCII.zero + 1 else { throw .unsupportedVersion }
        head.isHTTP10 = version[7] == ASCII.zero
    }

    private mutating func parseTarget(_ bytes: Bytes, _ start: Int, _ end: Int) throws(Rejection) {
        var start = start
        if bytes[start] != ASCII.slash {
            if end - start == 1, bytes[start] == ASCII.asterisk, head.method == .options {
                head.isAsterisk = true
                return
            }
            start = try parseAuthority(bytes, start, end)
        }
        let target = Bytes(rebasing: bytes[start..<end])
        guard let pathEnd = Target.pathEnd(of: target) else { throw .malformedTarget }
        head.target = Extent(start, end)
        head.pathLength = pathEnd
    }

    /// Reads the scheme and authority of an absolute-form target and returns the start of its path (RFC 9112 §3.2.2). Behind a TLS proxy, a client's
    /// target may have the scheme https. Throws `malformedTarget` for any other scheme or form, and for an invalid authority.
    private mutating func parseAuthority(_ bytes: Bytes, _ start: Int, _ end: Int) throws(Rejection) -> Int {
        func follows(_ scheme: StaticString) -> Bool {
            let length = scheme.utf8CodeUnitCount
            return end - start > length && Bytes(rebasing: bytes[start..<(start + length)]).isSame(scheme)
        }
        let authorityStart: Int
        if follows("http://") {
            authorityStart = start + 7
        } else if follows("https://") {
            authorityStart = start + 8
        } else {
            throw .malformedTarget
        }
        let rest = bytes[authorityStart..<end]
        let authorityEnd = rest.firstIndex { $0 == ASCII.slash || $0 == ASCII.question } ?? end
        guard Authority.isValid(Bytes(rebasing: bytes[authorityStart..<authorityEnd])) else { throw .malformedTarget }
        head.authority = Extent(authorityStart, authorityEnd)
        return authorityEnd
    }

    // MARK: Fields

    private mutating func parseField(_ bytes: Bytes, _ start: Int, _ end: Int) throws(Rejection) {
        var nameEnd = start
        while nameEnd < end, ASCIISet.token.contains(bytes[nameEnd]) { nameEnd += 1 }
        guard nameEnd > start, nameEnd < end, bytes[nameEnd] == ASCII.colon else { throw .malformedField }
        var valueStart = nameEnd + 1
        for index in valueStart..<end where !ASCII.isFieldContent(bytes[index]) { throw .malformedField }
        var valueEnd = end
        while valueStart < valueEnd, ASCII.isBlank(bytes[valueStart]) { valueStart += 1 }
        while valueEnd > valueStart, ASCII.isBlank(bytes[valueEnd - 1]) { valueEnd -= 1 }

        let kind = KnownField(Bytes(rebasing: bytes[start..<nameEnd]))
        let value = Extent(valueStart, valueEnd)
        head.lines.append(RequestHead.Line(name: Extent(start, nameEnd), value: value, kind: kind))
        switch kind {
        case .other: break
        case .acceptEncoding: head.hasAcceptEncoding = true
        case .appVersion: head.isForResponder = true
        // The last of several lines counts, since the nearest proxy wrote it.
        case .userAgent: head.userAgent = value
        case .traceParent: head.traceParent = value
        case .forwarded: head.forwarded = value
        case .forwardedFor: (head.forwardedFor, head.hasXForwarded) = (value, true)
        case .forwardedProto: head.hasXForwarded = true
        case .origin: if head.origin.isEmpty { head.origin = value }
        case .host: try host(value, bytes)
        case .connection: connection(bytes[value])
        case .contentLength: try contentLength(bytes[value])
        case .transferEncoding: try transferEncoding(bytes[value])
        case .expect: try expect(bytes[value])
        case .ifMatch, .ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince, .ifRange, .range: head.hasConditions = true
        }
    }

    private mutating func host(_ value: Extent, _ bytes: Bytes) throws(Rejection) {
        guard !sawHost, Authority.isValid(bytes[value]) else { throw .invalidHost }
        sawHost = true
        // The authority of an absolute-form target takes precedence (RFC 9112 §3.2.2).
        if head.authority.isEmpty { head.authority = value }
    }

    private mutating func connection(_ value: Bytes) {
        value.forEachListElement { option in
            if option.isSame("close") { asksClose = true }
            if option.isSame("keep-alive") { asksKeepAlive = true }
        }
    }

    private mutating func contentLength(_ value: Bytes) throws(Rejection) {
        guard head.contentLength == nil, !value.isEmpty, value.allSatisfy(ASCII.isDigit) else {
            throw .invalidContentLength
        }
        guard let length = value.decimal else { throw .contentTooLarge }
        head.contentLength = length
    }

    private mutating func transferEncoding(_ value: Bytes) throws(Rejection) {
        guard !sawTransferEncoding, !value.isEmpty else { throw .invalidTransferEncoding }
        sawTransferEncoding = true
        guard !value.isSame("chunked") else { return head.isChunked = true }
        var chunkedCount = 0
        var isChunkedLast = false
        value.forEachListElement { coding in
            isChunkedLast = coding.isSame("chunked")
            if isChunkedLast { chunkedCount += 1 }
        }
        // Otherwise the end of the message is uncertain (RFC 9112 §6.3).
        throw isChunkedLast && chunkedCount == 1 ? .unknownTransferCoding : .invalidTransferEncoding
    }

    private mutating func expect(_ value: Bytes) throws(Rejection) {
        // An expectation in HTTP/1.0 is ignored (RFC 9110 §10.1.1).
        guard !head.isHTTP10 else { return }
        guard value.isSame("100-continue") else { throw .unknownExpectation }
        head.expectsContinue = true
    }

    // MARK: Checks of the whole head

    private mutating func conclude() throws(Rejection) {
        if !sawHost, !head.isHTTP10 { throw .invalidHost }
        if head.isChunked {
            if head.contentLength != nil { throw .conflictingFraming }
            if head.isHTTP10 { throw .invalidTransferEncoding }
        }
        if head.method == .other { throw .unknownMethod }
        head.persists = !asksClose && (!head.isHTTP10 || asksKeepAlive)
    }
}
