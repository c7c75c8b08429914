/// A piece of HTML that is safe by construction: what stands in the program's text is markup, whatever is
/// interpolated is data and comes out escaped.
///
/// ```swift
/// let greeting: HTML = "<p title=\"\(user.login)\">Good evening, \(user.name)</p>"
/// ```
///
/// Interpolate into text and into quoted attribute values only: no escaping helps inside a `<script>`, a
/// `<style>` or an attribute without quotes. Addresses from outside go through `HTML.address`.
public struct HTML: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The markup.
    public let text: String

    /// Markup written in the program; never call it with a string made at run time.
    public init(stringLiteral text: String) { self.text = text }

    /// Markup, style or script that is a literal of the program and can be nothing else.
    public init(_ text: StaticString) { self.text = text.description }

    public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    private init(text: String) { self.text = text }

    /// Nothing.
    public static let empty: HTML = ""

    /// An `http` or `https` URL or a local path for an `href` or `src`; anything else ("javascript:…") becomes
    /// "#".
    public static func address(_ url: String) -> HTML {
        let isSafe = url.hasPrefix("https://") || url.hasPrefix("http://") || LocalPath(url) != nil
        return HTML(text: escaped(isSafe ? url : "#"))
    }

    /// The text with the five characters escaped that could end text or a quoted attribute, and without the
    /// control characters that HTML does not allow (HTML standard §13.1.4).
    static func escaped(_ text: some StringProtocol) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count)
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

        /// Data: escaped.
        public mutating func appendInterpolation(_ value: some StringProtocol) { text += HTML.escaped(value) }

        public mutating func appendInterpolation(_ value: some BinaryInteger) { text += String(value) }

        /// Markup made elsewhere: as it is.
        public mutating func appendInterpolation(_ html: HTML) { text += html.text }

        public mutating func appendInterpolation(_ html: HTML?) { text += html?.text ?? "" }

        /// Markup in a row.
        public mutating func appendInterpolation(_ html: some Sequence<HTML>) {
            for part in html { text += part.text }
        }
    }
}
