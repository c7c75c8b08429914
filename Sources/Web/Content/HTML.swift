/// HTML that is safe by construction: literals in the source are markup, and interpolated values are data and are escaped.
///
/// Interpolate only into text and quoted attribute values: escaping does not make a value safe inside `<script>`, `<style>` or an unquoted attribute.
/// Pass URLs from user input through `HTML.address`.
public struct HTML: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The markup as text, as sent to the browser.
    public let text: String

    /// Creates markup from a literal in the source. Never call this initialiser with a string built at run time.
    public init(stringLiteral text: String) { self.text = text }

    /// Creates markup from a literal in the source, which may be a style or a script.
    public init(_ text: StaticString) { self.text = text.description }

    public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    private init(text: String) { self.text = text }

    /// Empty markup.
    public static let empty: HTML = ""

    /// Returns a URL for `href` or `src`: an `http` or `https` URL or a local path. Any other value, such as "javascript:…", becomes "#".
    public static func address(_ url: String) -> HTML {
        let isSafe = url.hasPrefix("https://") || url.hasPrefix("http://") || LocalPath(url) != nil
        return HTML(text: escaped(isSafe ? url : "#"))
    }

    /// Returns the text with `&`, `<`, `>` and quotes escaped, without control characters that HTML does not allow (HTML standard §13.2.3.5).
    static func escaped(_ text: some StringProtocol) -> String {
        var text = String(text)
        // Most texts contain nothing to escape.
        return text.withUTF8 { $0.allSatisfy(isPlain) } ? text : escapedSpecials(text)
    }

    /// Returns whether a byte is sent unchanged. A bit mask for the bytes below 64 costs less than comparisons.
    @inline(__always)
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte < 64 ? 0xAFFF_FF3B_0000_3600 as UInt64 >> UInt64(byte) & 1 == 1 : byte != 0x7F
    }

    private static func escapedSpecials(_ text: String) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count + 32)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): result += "&amp;".utf8
            case UInt8(ascii: "<"): result += "&lt;".utf8
            case UInt8(ascii: ">"): result += "&gt;".utf8
            case UInt8(ascii: "\""): result += "&quot;".utf8
            case UInt8(ascii: "'"): result += "&#39;".utf8
            case 0..<0x09, 0x0B, 0x0E..<0x20, 0x7F: break
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    public struct StringInterpolation: StringInterpolationProtocol {
        var text = ""

        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        public mutating func appendLiteral(_ literal: String) { text += literal }

        /// Appends a text, escaped.
        public mutating func appendInterpolation(_ value: some StringProtocol) { text += HTML.escaped(value) }

        /// Appends a text, escaped. Other modules call the generic function without specialisation, so `String`, the most frequent type, has its own.
        public mutating func appendInterpolation(_ value: String) { text += HTML.escaped(value) }

        public mutating func appendInterpolation(_ value: some BinaryInteger) { text += String(value) }

        /// Appends markup unchanged.
        public mutating func appendInterpolation(_ html: HTML) { text += html.text }

        public mutating func appendInterpolation(_ html: HTML?) { text += html?.text ?? "" }

        /// Appends several pieces of markup, unchanged and without a separator.
        public mutating func appendInterpolation(_ html: some Sequence<HTML>) {
            for part in html { text += part.text }
        }
    }
}
