import HTTP
import Web
import XML

/// A complete response in the envelope of the Subsonic API 1.16.1 with the members of OpenSubsonic (opensubsonic.netlify.app, "subsonic-response").
struct Document: Sendable {
    /// The format of the response that the app requested.
    enum Form: Sendable, Hashable {
        case xml, json
        /// JSON in a call of this JavaScript function, for pages of other sites.
        case jsonp(String)
    }

    static let version = "1.16.1"
    private static let namespace = "http://subsonic.org/restapi"

    private let root: Element
    var status = Status.ok

    init(_ children: [Element.Child]) { root = Self.envelope("ok", children) }

    init(_ error: SubsonicError) {
        root = Self.envelope(
            "failed",
            [
                .one(
                    "error",
                    Element([("code", .number(Int64(error.code.rawValue))), ("message", .text(error.message))]))
            ])
        status = error.status
    }

    private static func envelope(_ status: String, _ children: [Element.Child]) -> Element {
        Element(
            [
                ("status", .text(status)), ("version", .text(version)), ("type", "tutti"), ("serverVersion", "1"),
                ("openSubsonic", true),
            ], children)
    }

    /// The number of elements, as a measure of the cost of encoding.
    var size: Int { root.size }

    /// Returns the encoded HTTP response. Throws `XMLError` for an element or attribute whose name is not a valid XML name.
    func response(_ form: Form) throws -> Response {
        let mediaType =
            switch form {
            case .xml: "text/xml; charset=utf-8"
            case .json: "application/json; charset=utf-8"
            case .jsonp: "application/javascript; charset=utf-8"
            }
        return .bytes(try bytes(form), mediaType: mediaType, status: status)
    }

    func bytes(_ form: Form) throws -> [UInt8] {
        switch form {
        case .xml: return try xml()
        case .json: return json()
        case .jsonp(let function): return Array("/**/\(function)(".utf8) + json() + Array(");".utf8)
        }
    }

    private func json() -> [UInt8] {
        var writer = JSONText()
        writer.begin()
        writer.member("subsonic-response")
        writer.write(root)
        writer.end()
        return writer.bytes
    }

    private func xml() throws(XMLError) -> [UInt8] {
        var writer = try XMLWriter()
        try writer.start("subsonic-response")
        try writer.attribute("xmlns", Self.namespace)
        try Self.write(root, &writer)
        try writer.end()
        return try writer.finish()
    }

    private static func write(_ element: Element, _ writer: inout XMLWriter) throws(XMLError) {
        for attribute in element.attributes { try writer.attribute(attribute.name, plain(attribute.value)) }
        if let text = element.text { try writer.text(Self.plain(.text(text))) }
        for child in element.children {
            switch child {
            case .one(let name, let element): try write(name, element, &writer)
            case .many(let name, let elements): for element in elements { try write(name, element, &writer) }
            case .values(let name, let values):
                for value in values { try writer.element(name, plain(value)) }
            }
        }
    }

    private static func write(_ name: String, _ element: Element, _ writer: inout XMLWriter) throws(XMLError) {
        try writer.start(name)
        try write(element, &writer)
        try writer.end()
    }

    /// Returns the value as text, without the characters that XML 1.0 section 2.2 forbids.
    private static func plain(_ value: Element.Value) -> String {
        guard case .text(let text) = value else { return value.plain }
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x80 }) { return text }
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter { scalar in
                    switch scalar.value {
                    case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
                    default: false
                    }
                }))
    }
}
