/// Addresses in a feed, of which some leave out what their site's address begins with, or have blanks in their path.
struct FeedAddress {
    /// "https://a.example" of the site's address; empty where the feed names no site.
    private let origin: String

    /// - Parameter site: the address of the feed's site.
    init(site: String?) {
        guard let site, let host = site.firstRange(of: "://")?.upperBound else {
            origin = ""
            return
        }
        origin = String(site[..<(site[host...].firstIndex { "/?#".contains($0) } ?? site.endIndex)])
    }

    /// An address of the web; nil for any other text.
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
