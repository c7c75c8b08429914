import HTTP
import Tenancy
import Web

/// A JSON-LD value in the schema.org vocabulary (spec E12).
public indirect enum LinkedValue: Encodable, Sendable, Hashable {
    case text(String)
    case number(Int64)
    case list([LinkedValue])
    case thing([String: LinkedValue])

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .list(let values): try container.encode(values)
        case .thing(let members): try container.encode(members)
        }
    }

    /// Returns an object of a schema.org type. Members with a value of `nil` are left out.
    static func thing(_ type: String, id: String, _ members: [String: LinkedValue?]) -> LinkedValue {
        var found = members.compactMapValues(\.self)
        found["@type"] = .text(type)
        found["@id"] = .text(id)
        return .thing(found)
    }

    /// Returns a text value, or `nil` if the text is empty or `nil`.
    static func nonEmpty(_ text: String?) -> LinkedValue? { text.flatMap { $0.isEmpty ? nil : .text($0) } }

    /// Returns a list value, or `nil` if the list is empty.
    static func all(_ values: [LinkedValue]) -> LinkedValue? { values.isEmpty ? nil : .list(values) }
}

/// The content negotiation between JSON and JSON-LD.
public enum LinkedData {
    static let mediaType = "application/ld+json"

    /// Returns whether `Accept` names JSON-LD with a quality above 0 and at least that of JSON (RFC 9110 §12.5.1). Wildcards are ignored.
    public static func isWanted(by request: Request) -> Bool {
        let ranges = request.fields.values(of: "Accept").flatMap { $0.split(separator: ",") }.map(Range.init)
        guard let linked = ranges.first(where: { $0.name == mediaType })?.quality, linked > 0 else { return false }
        return linked >= (ranges.first { $0.name == "application/json" }?.quality ?? 0)
    }

    /// Returns the value of `linked` as JSON-LD if the request prefers JSON-LD, otherwise `plain` as JSON. The response has an entity tag, and its
    /// field `Vary` names `Accept`. `linked` receives the tenant's origin, is called only for JSON-LD, and must return an object.
    public static func answer(
        _ request: Request, _ context: RequestContext, plain: some Encodable, linked: (Origin) -> LinkedValue
    ) throws -> Response {
        var answer: Response
        if isWanted(by: request), case .thing(var members) = linked(context.tenant.origin) {
            members["@context"] = .text("https://schema.org")
            answer = try .json(LinkedValue.thing(members), mediaType: mediaType)
        } else {
            answer = try .json(plain)
        }
        answer.fields["Vary"] = "Accept"
        return .tagged(answer, in: context.tenant.id)
    }

    private struct Range {
        let name: String
        let quality: Double

        init(_ text: Substring) {
            let parts = text.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            name = parts.first ?? ""
            quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
        }
    }
}

/// The schema.org identifiers of resources, which start with the tenant's origin.
extension Origin {
    /// Returns the identifier of a show. The fragment distinguishes the show from the document that describes it.
    func show(_ id: String) -> String { "\(text)/api/v1/shows/\(id)#series" }
    func serial(_ id: String, of show: String) -> String { "\(text)/api/v1/shows/\(show)#season-\(id)" }
    func episode(_ id: String) -> String { "\(text)/api/v1/episodes/\(id)#episode" }
    func person(_ id: String) -> String { "\(text)/api/v1/people/\(id)#person" }
    func channel(_ id: String) -> String { "\(text)/api/v1/channels/\(id)#service" }
}
