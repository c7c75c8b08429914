import Web

/// Our application as SoundCloud knows it, and where SoundCloud is.
public struct SoundCloudApp: Sendable, Hashable {
    /// Of the API, without a slash at the end.
    public var api: String
    /// Of the pages and endpoints that give out tokens, without a slash at the end.
    public var auth: String
    public var clientID: String
    public var clientSecret: String
    /// The address that people come back to, where it is not this server's own.
    public var redirect: String?

    public static let publicAPI = "https://api.soundcloud.com"
    public static let publicAuth = "https://secure.soundcloud.com"

    public init(
        api: String = publicAPI, auth: String = publicAuth, clientID: String, clientSecret: String,
        redirect: String? = nil
    ) {
        self.api = api
        self.auth = auth
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.redirect = redirect
    }
}

/// Names and values of a query or form, percent-encoded when they are written.
struct QueryText: ExpressibleByDictionaryLiteral {
    private var pairs: [(String, String)]

    init(dictionaryLiteral elements: (String, String)...) { pairs = elements }

    var text: String { pairs.map { "\($0.percentEncoded)=\($1.percentEncoded)" }.joined(separator: "&") }

    mutating func add(_ name: String, _ value: String) { pairs.append((name, value)) }
}
