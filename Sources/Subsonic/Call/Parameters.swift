import HTTP
import Web

/// The parameters of a call: those of the query and, with the extension formPost, those of a form.
struct Parameters: Sendable {
    private let query: FormFields
    private var form: FormFields?

    /// Those of the query alone.
    init(query request: Request) throws(APIError) { query = try request.queryFields() }

    /// Reads those of a form. Some programs send a POST without content.
    mutating func add(formOf request: Request) throws(APIError) {
        if request.method == .post, !request.body.isEmpty { form = try request.form() }
    }

    /// Every value of this name, in order.
    func all(_ name: String) -> [String] { query.values(name) + (form?.values(name) ?? []) }

    /// The value; of several the first, which is what other servers take.
    func text(_ name: String) -> String? { all(name).first }

    /// The value, which must be there and say something.
    func required(_ name: String) throws(SubsonicError) -> String {
        guard let text = text(name), !text.isEmpty else { throw .missing(name) }
        return text
    }

    /// A whole number; `standard` where none is sent, and within the range whatever is sent.
    func number(_ name: String, _ standard: Int, in range: ClosedRange<Int>) throws(SubsonicError) -> Int {
        guard let text = text(name), !text.isEmpty else { return standard }
        guard let number = Int(text) else { throw .invalid(name, "must be a whole number") }
        return min(max(number, range.lowerBound), range.upperBound)
    }

    /// A whole number, if one is sent.
    func number(_ name: String) throws(SubsonicError) -> Int64? {
        guard let text = text(name), !text.isEmpty else { return nil }
        guard let number = Int64(text) else { throw .invalid(name, "must be a whole number") }
        return number
    }

    func flag(_ name: String, _ standard: Bool) throws(SubsonicError) -> Bool {
        switch text(name)?.lowercased() {
        case nil, "": return standard
        case "true", "1": return true
        case "false", "0": return false
        default: throw .invalid(name, "must be true or false")
        }
    }

    /// How the answer is to be written; XML without a word.
    var answerForm: Document.Form {
        switch text("f") {
        case "json": .json
        case "jsonp":
            if let callback = text("callback"), Self.isFunction(callback) { .jsonp(callback) } else { .json }
        default: .xml
        }
    }

    /// A name of a script's function and nothing else.
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
