/// Decodes the chunked transfer coding (RFC 9112 §7.1), a byte at a time but for the data.
///
/// Extensions and trailers are read past, within limits; a trailer never becomes a field of the request, so
/// that no framing or routing field can come in by the back door (RFC 9110 §6.5.1).
struct ChunkedDecoder {
    private enum Place: UInt8 {
        case sizeStart, size, chunkExtension, sizeEnd, data, dataEnd, dataLineFeed
        case trailerStart, trailerName, trailerValue, trailerLineFeed, end, complete
    }

    private var place = Place.sizeStart
    private var remaining = 0
    private var isLast = false
    private var sizeDigits = 0
    private var extensionBytes = 0
    private var trailerBytes = 0

    /// Takes what `input` holds of the coding and appends the data to `content`.
    ///
    /// - Returns: how many bytes belonged to it, and whether it has ended.
    mutating func decode(
        _ input: Bytes, into content: inout [UInt8], limit: Int, limits: borrowing Limits
    ) throws(Rejection) -> (consumed: Int, isComplete: Bool) {
        var index = 0
        while index < input.count, place != .complete {
            if place == .data {
                let count = min(remaining, input.count - index)
                content.append(contentsOf: input[index..<(index + count)])
                index += count
                remaining -= count
                if remaining == 0 { place = .dataEnd }
            } else {
                try take(input[index], contentLength: content.count, limit: limit, limits)
                index += 1
            }
        }
        return (index, place == .complete)
    }

    private mutating func take(
        _ byte: UInt8, contentLength: Int, limit: Int, _ limits: borrowing Limits
    ) throws(Rejection) {
        switch place {
        case .sizeStart, .size: try takeSize(byte, contentLength: contentLength, limit: limit)
        case .chunkExtension:
            extensionBytes += 1
            guard extensionBytes <= limits.chunkExtensions else { throw .chunkExtensionsTooLarge }
            if byte == ASCII.carriageReturn {
                place = .sizeEnd
            } else if !ASCII.isFieldContent(byte) {
                throw .malformedChunk
            }
        case .sizeEnd: try expect(ASCII.lineFeed, byte, then: isLast ? .trailerStart : .data)
        case .dataEnd: try expect(ASCII.carriageReturn, byte, then: .dataLineFeed)
        case .dataLineFeed:
            try expect(ASCII.lineFeed, byte, then: .sizeStart)
            sizeDigits = 0
        case .trailerStart, .trailerName, .trailerValue, .trailerLineFeed: try takeTrailer(byte, limits)
        case .end: try expect(ASCII.lineFeed, byte, then: .complete)
        case .data, .complete: break
        }
    }

    private mutating func expect(_ wanted: UInt8, _ byte: UInt8, then next: Place) throws(Rejection) {
        guard byte == wanted else { throw .malformedChunk }
        place = next
    }

    private mutating func takeSize(_ byte: UInt8, contentLength: Int, limit: Int) throws(Rejection) {
        if let digit = ASCII.hexadecimal(byte) {
            sizeDigits += 1
            // Sixteen digits say any 64-bit size with room for leading zeros of sizes that a limit allows.
            guard sizeDigits <= 16 else { throw .malformedChunk }
            // `remaining` is at most `limit` before the shift, and limits are below 2^58.
            remaining = remaining << 4 | Int(digit)
            guard remaining <= limit - contentLength else { throw .contentTooLarge }
            place = .size
            return
        }
        guard place == .size else { throw .malformedChunk }
        isLast = remaining == 0
        if byte == ASCII.carriageReturn {
            place = .sizeEnd
        } else if byte == ASCII.semicolon {
            place = .chunkExtension
        } else {
            throw .malformedChunk
        }
    }

    private mutating func takeTrailer(_ byte: UInt8, _ limits: borrowing Limits) throws(Rejection) {
        trailerBytes += 1
        guard trailerBytes <= limits.trailerSection else { throw .trailersTooLarge }
        switch place {
        case .trailerStart where byte == ASCII.carriageReturn: place = .end
        case .trailerStart, .trailerName:
            if ASCIISet.token.contains(byte) {
                place = .trailerName
            } else if byte == ASCII.colon, place == .trailerName {
                place = .trailerValue
            } else {
                throw .malformedField
            }
        case .trailerValue where byte == ASCII.carriageReturn: place = .trailerLineFeed
        case .trailerValue:
            guard ASCII.isFieldContent(byte) else { throw .malformedField }
        default: try expect(ASCII.lineFeed, byte, then: .trailerStart)
        }
    }
}
