import HTTP
import MusicLibrary
import SoundCloud
import Web

/// A method call by an authenticated app.
struct Call: Sendable {
    let parameters: Parameters
    let client: ClientAuthentication.Client
    let context: RequestContext
    let request: Request

    var listener: Listener { client.listener }

    /// The name that the app sends in the parameter `c`, or else the name of its app password, without control characters and cut to 100 Unicode
    /// scalars. Listens are stored with this name.
    var program: String {
        let name = parameters.text("c") ?? client.name
        return String(
            String.UnicodeScalarView(
                name.unicodeScalars.filter { $0.properties.generalCategory != .control }.prefix(100)))
    }

    /// The device of the listener's player: the name of the app, or "app" without one.
    var device: String { program.isEmpty ? "app" : program }

    /// Returns the item identifier in a parameter. Throws error 10 if the parameter is missing or empty, and error 70 if it is invalid.
    func id(_ name: String = "id") throws(SubsonicError) -> ItemID {
        guard let id = ItemID(try parameters.required(name)) else { throw .notFound }
        return id
    }

    /// Returns the URN of the track or podcast episode in a parameter. Throws error 10 if the parameter is missing or empty, and error 70 if it
    /// identifies neither.
    func track(_ name: String = "id") throws(SubsonicError) -> CloudURN {
        switch try id(name) {
        case .track(let urn), .episode(let urn): return urn
        default: throw .notFound
        }
    }
}

/// The result of a Subsonic method.
enum Reply: Sendable {
    case document([Element.Child])
    /// A response without an envelope, such as a redirect to an audio stream.
    case response(Response)

    static let done = Reply.document([])

    /// Returns a result with one element.
    static func one(_ name: String, _ element: Element) -> Reply { .document([.one(name, element)]) }

    /// Returns a redirect: 303 for POST, so that the app does not send the form to the other address, otherwise 307.
    static func redirect(_ address: String, of request: Request, fields: Fields = [:]) -> Reply {
        var fields = fields
        fields["Location"] = address
        return .response(Response(request.method == .post ? .seeOther : Status(307), fields: fields))
    }
}
