import HTTP
import Web

/// The parameters of a call, from the query and, with the extension formPost, from the form in the body.
struct Parameters: Sendable {
    private let query: FormFields
    private var form: FormFields?

    /// Creates the parameters of the query. Throws 400 for a malformed query.
    init(query request: Request) throws(APIError) { query = try request.queryFields() }

    /// Adds the parameters of the form in a POST request, unless the body is empty, as some apps send it. Throws 400 or 415 for a malformed body.
    mutating func add(formOf request: Request) throws(APIError) {
        if request.method == .post, !request.body.isEmpty { form = try request.form() }
    }

    /// Returns all values of a parameter, in the query first.
    func all(_ name: String) -> [String] { query.values(name) + (form?.values(name) ?? []) }

    /// Returns the first value of a parameter, as other Subsonic servers do; `nil` if it is missing.
    func text(_ name: String) -> String? { all(name).first }

    /// Returns a required parameter. Throws error 10 if it is missing or empty.
    func required(_ name: String) throws(SubsonicError) -> String {
        guard let text = text(name), !text.isEmpty else { throw .missing(name) }
        return text
    }

    /// Returns the integer in a parameter, clamped to the range; `standard` if it is missing or empty. Throws error 0 for another text.
    func number(_ name: String, _ standard: Int, in range: ClosedRange<Int>) throws(SubsonicError) -> Int {
        guard let text = text(name), !text.isEmpty else { return standard }
        guard let number = Int(text) else {
            throw .invalid(name, "must be a whole number of at most 18 digits, found \"\(text.prefix(100))\"")
        }
        return min(max(number, range.lowerBound), range.upperBound)
    }

    /// Returns the integer in a parameter, or `nil` if it is missing or empty. Throws error 0 for another text.
    func number(_ name: String) throws(SubsonicError) -> Int64? {
        guard let text = text(name), !text.isEmpty else { return nil }
        guard let number = Int64(text) else {
            throw .invalid(name, "must be a whole number of at most 18 digits, found \"\(text.prefix(100))\"")
        }
        return number
    }

    /// Returns the Boolean in a parameter ("true" or "1", "false" or "0", regardless of case); `standard` if it is missing or empty. Throws error 0
    /// for another text.
    func flag(_ name: String, _ standard: Bool) throws(SubsonicError) -> Bool {
        switch text(name)?.lowercased() {
        case nil, "": return standard
        case "true", "1": return true
        case "false", "0": return false
        default: throw .invalid(name, "must be true or false, found \"\(text(name)?.prefix(100) ?? "")\"")
        }
    }

    /// The format in the parameter `f`, by default XML; JSON for a JSONP call without a safe function name.
    var answerForm: Document.Form {
        switch text("f") {
        case "json": .json
        case "jsonp":
            if let callback = text("callback"), Self.isFunction(callback) { .jsonp(callback) } else { .json }
        default: .xml
        }
    }

    /// Returns whether the text is safe as the name of a JavaScript function.
    private static func isFunction(_ text: String) -> Bool {
        guard let first = text.utf8.first, !(0x30...0x39).contains(first), text.utf8.count <= 100 else { return false }
        return text.utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "."):
                true
            default: false
            }
        }
    }
}
