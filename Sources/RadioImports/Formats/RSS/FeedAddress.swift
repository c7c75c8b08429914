/// A resolver for the addresses in a feed, which may be relative or contain spaces.
struct FeedAddress {
    /// The scheme and host of the site, such as "https://a.example"; empty if the feed has no site.
    private let origin: String

    /// Creates a resolver. `site` is the address of the feed's site or of the feed itself, or `nil` if the feed gives neither.
    init(site: String?) {
        guard let site, let host = site.firstRange(of: "://")?.upperBound else {
            origin = ""
            return
        }
        origin = String(site[..<(site[host...].firstIndex { "/?#".contains($0) } ?? site.endIndex)])
    }

    /// Returns the absolute http or https address for a text, with "%20" for spaces after the host; `nil` for other text. An address that begins with
    /// "//" gets the scheme `https`. An address that begins with "/" gets the scheme and host of the site; without a site, the result is `nil`.
    func absolute(_ text: String?) -> String? {
        if let address = DraftText.webAddress(text) { return address }
        var address = DraftText.line(text, atMost: 2000)
        if address.hasPrefix("//") {
            address = "https:" + address
        } else if address.hasPrefix("/"), !origin.isEmpty {
            address = origin + address
        }
        return WebFile.address(address)
    }
}
