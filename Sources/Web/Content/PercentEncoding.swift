/// Percent-encoding (RFC 3986 §2.1). The functions work on bytes, because `Character` accepts full-width digits as digits.
public enum PercentEncoding {
    /// Returns the decoded bytes, or `nil` if a "%" is not followed by two hexadecimal digits. `plusIsSpace` is for
    /// `application/x-www-form-urlencoded`.
    static func decoded(_ text: some Sequence<UInt8>, plusIsSpace: Bool = false) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.underestimatedCount)
        var rest = text.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else { return nil }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace:
                bytes.append(UInt8(ascii: " "))
            default:
                bytes.append(byte)
            }
        }
        return bytes
    }

    /// Returns the text with every byte encoded except unreserved characters (RFC 3986 §2.3), for a path segment or a query value.
    public static func encoded(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            if isUnreserved(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result += "%" + String(UInt16(byte) + 0x100, radix: 16, uppercase: true).dropFirst()
            }
        }
        return result
    }

    /// Returns the value of up to four hexadecimal digits, or `nil` if a byte is not a hexadecimal digit.
    static func digits(_ text: ArraySlice<UInt8>) -> UInt16? {
        var number: UInt16 = 0
        for byte in text {
            guard let digit = digit(byte) else { return nil }
            number = number << 4 | UInt16(digit)
        }
        return number
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

extension String {
    /// The string percent-encoded (RFC 3986 §2.1) for a path segment or a query value.
    public var percentEncoded: String { PercentEncoding.encoded(self) }
}
