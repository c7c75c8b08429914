/// Bytes of a read buffer or field value, valid only during the call that receives them.
typealias Bytes = UnsafeBufferPointer<UInt8>

/// A range of a message's bytes, as offsets from the start of its head. An extent takes half the memory of a range of `Int`.
struct Extent: Equatable {
    var start: UInt32
    var end: UInt32

    init(_ start: Int, _ end: Int) {
        self.start = UInt32(truncatingIfNeeded: start)
        self.end = UInt32(truncatingIfNeeded: end)
    }

    static let empty = Extent(0, 0)

    var count: Int { Int(end) - Int(start) }
    var isEmpty: Bool { end == start }
}

extension UnsafeBufferPointer<UInt8> {
    subscript(_ extent: Extent) -> Bytes {
        Bytes(rebasing: self[Int(extent.start)..<Int(extent.end)])
    }

    /// The text of these bytes. Octets that are not UTF-8 (RFC 9110 §5.5: opaque data) become U+FFFD.
    var text: String { String(decoding: self, as: UTF8.self) }

    /// Returns whether the bytes equal `name`, ignoring the case of ASCII letters only (spec S1.28). `name` must be in lower case.
    @inline(__always)
    func isSame(_ name: StaticString) -> Bool {
        guard count == name.utf8CodeUnitCount else { return false }
        let expected = name.utf8Start
        for index in 0..<count where ASCII.lowered(self[index]) != expected[index] {
            return false
        }
        return true
    }

    /// The bytes without surrounding optional whitespace (SP, HTAB; RFC 9110 §5.6.3).
    var trimmed: Bytes {
        var start = 0
        var end = count
        while start < end, ASCII.isBlank(self[start]) { start += 1 }
        while end > start, ASCII.isBlank(self[end - 1]) { end -= 1 }
        return Bytes(rebasing: self[start..<end])
    }

    /// The value of decimal digits; `nil` if there is another byte, no byte, or an overflow. `Int(_:)` would accept "+5" (spec S1.28).
    var decimal: Int? {
        guard !isEmpty else { return nil }
        var value = 0
        for byte in self {
            guard ASCII.isDigit(byte) else { return nil }
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(Int(byte &- ASCII.zero))
            guard !overflow, !carry else { return nil }
            value = sum
        }
        return value
    }

    /// Calls `body` with each element of a comma-separated list, trimmed and not empty (RFC 9110 §5.6.1). Not for lists with quoted commas.
    @inline(__always)
    func forEachListElement(_ body: (Bytes) -> Void) {
        var start = 0
        for index in 0...count where index == count || self[index] == ASCII.comma {
            let element = Bytes(rebasing: self[start..<index]).trimmed
            if !element.isEmpty { body(element) }
            start = index + 1
        }
    }
}
