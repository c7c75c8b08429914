import HTTP
import MusicLibrary
import SoundCloud
import Web

/// A call of an authenticated app.
struct Call: Sendable {
    let parameters: Parameters
    let client: ClientAuthentication.Client
    let context: RequestContext
    let request: Request

    var listener: Listener { client.listener }

    /// The name that the app gives itself, which is stored with the app's listens.
    var program: String {
        let name = parameters.text("c") ?? client.name
        return String(
            String.UnicodeScalarView(
                name.unicodeScalars.filter { $0.properties.generalCategory != .control }.prefix(100)))
    }

    /// Returns the identifier in a parameter.
    ///
    /// - Throws: error 10 if it is missing, 70 if it is not a valid identifier.
    func id(_ name: String = "id") throws(SubsonicError) -> ItemID {
        guard let id = ItemID(try parameters.required(name)) else { throw .notFound }
        return id
    }

    /// Returns the URN of a track. The parameter may contain the track as an episode.
    func track(_ name: String = "id") throws(SubsonicError) -> CloudURN {
        switch try id(name) {
        case .track(let urn), .episode(let urn): return urn
        default: throw .notFound
        }
    }
}

/// The result of a method.
enum Reply: Sendable {
    case document([Element.Child])
    /// A response without an envelope, such as a redirect to an audio stream.
    case response(Response)

    /// An empty result.
    static let done = Reply.document([])

    /// Returns a result with one element.
    static func one(_ name: String, _ element: Element) -> Reply { .document([.one(name, element)]) }

    /// Returns a redirect. The status for POST is 303, so that the form is not sent to the other address.
    static func elsewhere(_ address: String, of request: Request, fields: Fields = [:]) -> Reply {
        var fields = fields
        fields["Location"] = address
        return .response(Response(request.method == .post ? .seeOther : Status(307), fields: fields))
    }
}
