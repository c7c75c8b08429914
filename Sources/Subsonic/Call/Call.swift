import HTTP
import MusicLibrary
import Web

/// One call of a program that was let in.
struct Call: Sendable {
    let parameters: Parameters
    let client: ClientDesk.Client
    let context: RequestContext
    let request: Request

    var listener: Listener { client.listener }

    /// What the program calls itself, as it is written down with what was heard.
    var program: String {
        let name = parameters.text("c") ?? client.name
        return String(
            String.UnicodeScalarView(
                name.unicodeScalars.filter { $0.properties.generalCategory != .control }.prefix(100)))
    }

    /// The identifier in this parameter.
    ///
    /// - Throws: 10 where it is missing, 70 where it names nothing that could be here.
    func id(_ name: String = "id") throws(SubsonicError) -> ItemID {
        guard let id = ItemID(try parameters.required(name)) else { throw .notFound }
        return id
    }

    /// A track by itself or as an episode.
    func track(_ name: String = "id") throws(SubsonicError) -> CloudURN {
        switch try id(name) {
        case .track(let urn), .episode(let urn): return urn
        default: throw .notFound
        }
    }
}

/// What a method answers.
enum Reply: Sendable {
    case document([Element.Child])
    /// Something else, such as a way to where a track is heard.
    case response(Response)

    /// Done, and nothing to say.
    static let done = Reply.document([])

    /// One element.
    static func one(_ name: String, _ element: Element) -> Reply { .document([.one(name, element)]) }

    /// The way to somewhere else. A form that was posted is not posted there again.
    static func elsewhere(_ address: String, of request: Request, fields: Fields = [:]) -> Reply {
        var fields = fields
        fields["Location"] = address
        return .response(Response(request.method == .post ? .seeOther : Status(307), fields: fields))
    }
}
