/// A decoder of the chunked transfer coding (RFC 9112 §7.1).
///
/// Extensions and trailers are checked and otherwise ignored, so that a trailer cannot set framing or routing (RFC 9110 §6.5.1).
struct ChunkedDecoder {
    private enum State: UInt8 {
        case sizeStart, size, sizeEnd, data, dataEnd, dataLineFeed
        /// The parts of an extension (RFC 9112 §7.1.1), with whitespace between them.
        case extensionGap, nameStart, name, nameEnd, valueStart, token, quoted, escaped, quotedEnd
        case trailerStart, trailerName, trailerValue, trailerLineFeed, end, complete
    }

    private var state = State.sizeStart
    private var remaining = 0
    private var isLast = false
    private var sizeDigits = 0
    private var extensionBytes = 0
    private var trailerBytes = 0
    /// The number of complete chunks, without the last chunk of size 0.
    private(set) var chunkCount = 0

    /// Decodes `input` and appends the data to `content`. Throws the rejection for the first rule that the coding breaks, and `contentTooLarge` for a
    /// chunk with which `content` would have more than `limit` bytes.
    ///
    /// - Returns: the number of bytes that belong to the coding, and whether the coding has ended.
    mutating func decode(
        _ input: Bytes, into content: inout [UInt8], limit: Int, limits: borrowing Limits
    ) throws(Rejection) -> (consumed: Int, isComplete: Bool) {
        var index = 0
        while index < input.count, state != .complete {
            if state == .data {
                let count = min(remaining, input.count - index)
                content.append(contentsOf: input[index..<(index + count)])
                index += count
                remaining -= count
                if remaining == 0 { state = .dataEnd }
            } else {
                try take(input[index], contentLength: content.count, limit: limit, limits)
                index += 1
            }
        }
        return (index, state == .complete)
    }

    private mutating func take(
        _ byte: UInt8, contentLength: Int, limit: Int, _ limits: borrowing Limits
    ) throws(Rejection) {
        switch state {
        case .sizeStart, .size: try takeSize(byte, contentLength: contentLength, limit: limit)
        case .extensionGap, .nameStart, .name, .nameEnd, .valueStart, .token, .quoted, .escaped, .quotedEnd:
            extensionBytes += 1
            guard extensionBytes <= limits.chunkExtensions else { throw .chunkExtensionsTooLarge }
            guard let next = stateInExtension(after: byte) else { throw .malformedChunk }
            state = next
        case .sizeEnd: try expect(ASCII.lineFeed, byte, then: isLast ? .trailerStart : .data)
        case .dataEnd: try expect(ASCII.carriageReturn, byte, then: .dataLineFeed)
        case .dataLineFeed:
            try expect(ASCII.lineFeed, byte, then: .sizeStart)
            sizeDigits = 0
            chunkCount += 1
        case .trailerStart, .trailerName, .trailerValue, .trailerLineFeed: try takeTrailer(byte, limits)
        case .end: try expect(ASCII.lineFeed, byte, then: .complete)
        case .data, .complete: break
        }
    }

    private mutating func expect(_ wanted: UInt8, _ byte: UInt8, then next: State) throws(Rejection) {
        guard byte == wanted else { throw .malformedChunk }
        state = next
    }

    private mutating func takeSize(_ byte: UInt8, contentLength: Int, limit: Int) throws(Rejection) {
        if let digit = ASCII.hexadecimal(byte) {
            sizeDigits += 1
            // Sixteen digits hold any 64-bit size.
            guard sizeDigits <= 16 else { throw .malformedChunk }
            // `remaining` is at most `limit` before the shift, and limits are below 2^58.
            remaining = remaining << 4 | Int(digit)
            guard remaining <= limit - contentLength else { throw .contentTooLarge }
            state = .size
            return
        }
        guard state == .size else { throw .malformedChunk }
        isLast = remaining == 0
        if byte == ASCII.carriageReturn {
            state = .sizeEnd
        } else if byte == ASCII.semicolon {
            state = .nameStart
        } else if ASCII.isBlank(byte) {
            state = .extensionGap
        } else {
            throw .malformedChunk
        }
    }

    /// Returns the state after a byte within `*( BWS ";" BWS name [ BWS "=" BWS ( token / quoted-string ) ] ) CR` (RFC 9112
    /// §7.1.1); `nil` if the grammar does not allow the byte.
    private func stateInExtension(after byte: UInt8) -> State? {
        let isBlank = ASCII.isBlank(byte)
        switch state {
        case .extensionGap where isBlank, .nameStart where isBlank, .nameEnd where isBlank, .valueStart where isBlank:
            return state
        case .nameStart, .name:
            if ASCIISet.token.contains(byte) { return .name }
            guard state == .name else { return nil }
            if isBlank { return .nameEnd }
            return byte == ASCII.equals ? .valueStart : stateBehindExtension(byte)
        case .nameEnd where byte == ASCII.equals: return .valueStart
        case .extensionGap, .nameEnd: return byte == ASCII.semicolon ? .nameStart : nil
        case .valueStart where byte == ASCII.quote: return .quoted
        case .valueStart: return ASCIISet.token.contains(byte) ? .token : nil
        case .token where ASCIISet.token.contains(byte): return .token
        case .token, .quotedEnd: return isBlank ? .extensionGap : stateBehindExtension(byte)
        case .quoted where byte == ASCII.quote: return .quotedEnd
        case .quoted where byte == ASCII.backslash: return .escaped
        case .quoted, .escaped: return ASCII.isFieldContent(byte) ? .quoted : nil
        default: return nil
        }
    }

    private func stateBehindExtension(_ byte: UInt8) -> State? {
        switch byte {
        case ASCII.carriageReturn: .sizeEnd
        case ASCII.semicolon: .nameStart
        default: nil
        }
    }

    private mutating func takeTrailer(_ byte: UInt8, _ limits: borrowing Limits) throws(Rejection) {
        trailerBytes += 1
        guard trailerBytes <= limits.trailerSection else { throw .trailersTooLarge }
        switch state {
        case .trailerStart where byte == ASCII.carriageReturn: state = .end
        case .trailerStart, .trailerName:
            if ASCIISet.token.contains(byte) {
                state = .trailerName
            } else if byte == ASCII.colon, state == .trailerName {
                state = .trailerValue
            } else {
                throw .malformedField
            }
        case .trailerValue where byte == ASCII.carriageReturn: state = .trailerLineFeed
        case .trailerValue:
            guard ASCII.isFieldContent(byte) else { throw .malformedField }
        default: try expect(ASCII.lineFeed, byte, then: .trailerStart)
        }
    }
}
