/// How far two colours stand apart for the eye (WCAG 2.2, "contrast ratio"): 1 for equal ones, 21 for black and white.
enum Contrast {
    /// What text needs at least (WCAG 2.2 §1.4.3, level AA).
    static let leastForText = 4.5

    /// The ground of every page, `--ground` of `PageStyle`.
    static let ground = "#101214"

    /// The ratio of two colours written "#rrggbb"; `nil` where one is none.
    static func ratio(_ one: String, _ other: String) -> Double? {
        guard let first = luminance(one), let second = luminance(other) else { return nil }
        return (max(first, second) + 0.05) / (min(first, second) + 0.05)
    }

    /// The relative luminance of an sRGB colour.
    private static func luminance(_ colour: String) -> Double? {
        let bytes = Array(colour.utf8)
        guard bytes.count == 7, bytes[0] == UInt8(ascii: "#") else { return nil }
        var parts: [Double] = []
        for index in stride(from: 1, to: 7, by: 2) {
            guard let high = digit(bytes[index]), let low = digit(bytes[index + 1]) else { return nil }
            let value = Double(high * 16 + low) / 255
            parts.append(value <= 0.04045 ? value / 12.92 : power((value + 0.055) / 1.055))
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }

    private static func digit(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) - 0x30
        case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(byte) - 0x61 + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(byte) - 0x41 + 10
        default: nil
        }
    }

    /// The 2.4th power of a value from 0 to 1, as x² · x^(2/5): the fifth root by Newton's steps, to the last digits of a
    /// Double, so that no mathematics library is needed.
    private static func power(_ value: Double) -> Double {
        let square = value * value
        var root = 1.0
        for _ in 0..<40 { root = (4 * root + square / (root * root * root * root)) / 5 }
        return square * root
    }
}
