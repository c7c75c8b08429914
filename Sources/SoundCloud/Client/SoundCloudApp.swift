import Web

/// The application's credentials at SoundCloud, and SoundCloud's addresses.
public struct SoundCloudApp: Sendable, Hashable {
    /// The address of the API, without a trailing slash.
    public var api: String
    /// The address of the authorization pages and token endpoints, without a trailing slash.
    public var auth: String
    public var clientID: String
    public var clientSecret: String
    /// The redirect address for OAuth; `nil` for the callback on the host where a connection is started.
    public var redirect: String?
    /// The names of the hosts from which audio and pictures may be read; each includes its subdomains.
    public var mediaHosts = Self.publicMediaHosts
    /// The address, without a trailing slash, that replaces the scheme and host in the addresses of pictures, for a stand-in that serves them; `nil`
    /// to read the pictures from their own hosts.
    public var pictures: String?
    /// Whether the server relays SoundCloud's audio to players. Otherwise players get SoundCloud's own HLS playlists (decision 0071).
    public var passesAudio = true

    /// The hosts of SoundCloud's streams and pictures.
    public static let publicMediaHosts = ["sndcdn.com", "soundcloud.cloud", "soundcloud.com"]
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

extension SoundCloudApp {
    /// The path of the endpoint to which SoundCloud sends the browser back.
    static let callback = "/api/v1/me/connections/soundcloud/callback"

    /// Returns the redirect address for OAuth: the configured address, or the callback on the host where the connection was started.
    func redirect(at origin: String) -> String { redirect ?? origin + Self.callback }
}

/// The names and values of a query or form. The property `text` contains the percent-encoded pairs, joined by "&".
struct QueryText: ExpressibleByDictionaryLiteral {
    private var pairs: [(String, String)]

    init(dictionaryLiteral elements: (String, String)...) { pairs = elements }

    var text: String { pairs.map { "\($0.percentEncoded)=\($1.percentEncoded)" }.joined(separator: "&") }

    mutating func add(_ name: String, _ value: String) { pairs.append((name, value)) }
}
