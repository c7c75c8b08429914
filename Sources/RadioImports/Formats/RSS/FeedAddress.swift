/// Resolves addresses in a feed, which may be relative to the site or contain spaces in the path.
struct FeedAddress {
    /// The scheme and host of the site, such as "https://a.example"; empty if the feed names no site.
    private let origin: String

    /// - Parameter site: the address of the feed's site.
    init(site: String?) {
        guard let site, let host = site.firstRange(of: "://")?.upperBound else {
            origin = ""
            return
        }
        origin = String(site[..<(site[host...].firstIndex { "/?#".contains($0) } ?? site.endIndex)])
    }

    /// The absolute http or https address; `nil` if the text is not one.
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
