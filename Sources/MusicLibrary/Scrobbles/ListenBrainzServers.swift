import Web

/// The ListenBrainz servers to which listeners may send their history, the default first. Listens are sent only to these addresses (spec Decided 16),
/// so that a listener cannot direct a request into the installation's own network.
public struct ListenBrainzServers: Sendable, Hashable {
    /// The root URLs of the APIs of the allowed servers, without a slash at the end.
    public let addresses: [String]

    /// The root URL of the API of the public ListenBrainz server.
    public static let publicServer = "https://api.listenbrainz.org"

    /// Creates the list of allowed servers. An empty list allows no server.
    public init(_ addresses: [String] = [publicServer]) { self.addresses = addresses }

    /// Parses addresses separated by white space, or "none". Returns `nil` for any other text. An address without TLS is valid only for a server on
    /// this machine.
    public init?(_ text: String) {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        if words == ["none"] {
            self.init([])
            return
        }
        var addresses: [String] = []
        for word in words {
            let address = word.hasSuffix("/") ? String(word.dropLast()) : word
            guard WebAddress.isValid(address), !address.contains("?"), !address.contains("#"), !address.contains("@"),
                address.utf8.count <= 300,
                address.hasPrefix("https://")
                    || ["http://127.0.0.1", "http://localhost"].contains(where: {
                        address == $0 || address.hasPrefix($0 + ":") || address.hasPrefix($0 + "/")
                    })
            else { return nil }
            addresses.append(address)
        }
        guard !addresses.isEmpty else { return nil }
        self.init(addresses)
    }
}
