/// The contrast ratio of two colours (WCAG 2.2): 1 for equal colours, 21 for black and white.
public enum Contrast {
    /// The minimum contrast ratio for text (WCAG 2.2 §1.4.3, level AA).
    public static let leastForText = 4.5

    /// The background of dark pages.
    public static let ground = ColourRole.ground.values.dark

    /// Returns the contrast ratio of two colours in the form "#rrggbb", or `nil` for another form.
    public static func ratio(_ one: String, _ other: String) -> Double? {
        guard let first = luminance(one), let second = luminance(other) else { return nil }
        return (max(first, second) + 0.05) / (min(first, second) + 0.05)
    }

    /// Returns the colour, darkened in steps of 4 % until its contrast on every background is at least `leastForText`; `nil` if no shade suffices, or
    /// if a colour does not have the form "#rrggbb".
    static func darkened(_ colour: String, on grounds: [String]) -> String? {
        guard let parts = components(colour) else { return nil }
        for share in stride(from: 100, through: 0, by: -4) {
            let mixed = "#" + parts.map { hexadecimal($0 * share / 100) }.joined()
            if grounds.allSatisfy({ ratio(mixed, $0).map { $0 >= leastForText } ?? false }) { return mixed }
        }
        return nil
    }

    private static func components(_ colour: String) -> [Int]? {
        let bytes = Array(colour.utf8)
        guard bytes.count == 7, bytes[0] == UInt8(ascii: "#") else { return nil }
        let digits = bytes.dropFirst().compactMap(digit)
        guard digits.count == 6 else { return nil }
        return [digits[0] * 16 + digits[1], digits[2] * 16 + digits[3], digits[4] * 16 + digits[5]]
    }

    private static func hexadecimal(_ value: Int) -> String { (value < 16 ? "0" : "") + String(value, radix: 16) }

    /// The relative luminance of an sRGB colour, from 0 (black) to 1 (white).
    private static func luminance(_ colour: String) -> Double? {
        guard
            let parts = components(colour)?.map({ value -> Double in
                let value = Double(value) / 255
                return value <= 0.04045 ? value / 12.92 : power((value + 0.055) / 1.055)
            })
        else { return nil }
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

    /// The 2.4th power, as x² · x^(2/5). Newton's method gives the fifth root, so that no mathematics library is needed.
    private static func power(_ value: Double) -> Double {
        let square = value * value
        var root = 1.0
        for _ in 0..<40 { root = (4 * root + square / (root * root * root * root)) / 5 }
        return square * root
    }
}
