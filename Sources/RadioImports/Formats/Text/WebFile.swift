/// Files of the web by their addresses.
enum WebFile {
    /// An address of the web, in whose path blanks become "%20", as browsers send them; nil for any other text.
    static func address(_ text: String?) -> String? {
        let address = DraftText.line(text, atMost: 2000)
        guard let blank = address.firstIndex(of: " ") else { return DraftText.webAddress(address) }
        // A blank within the host's name is no slip of a path.
        guard let host = address.firstRange(of: "://")?.upperBound,
            let path = address[host...].firstIndex(of: "/"), path < blank
        else { return nil }
        return DraftText.webAddress(address.replacing(" ", with: "%20"))
    }

    /// The type of sound that an address's ending stands for; empty for unknown.
    static func mediaType(of address: String) -> String {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        guard let dot = path.lastIndex(of: ".") else { return "" }
        switch path[path.index(after: dot)...].lowercased() {
        case "mp3": return "audio/mpeg"
        case "aac", "aacp": return "audio/aac"
        case "m4a", "mp4": return "audio/mp4"
        case "ogg", "oga": return "audio/ogg"
        case "opus": return "audio/ogg; codecs=opus"
        case "flac": return "audio/flac"
        case "m3u8": return "application/vnd.apple.mpegurl"
        case "mpd": return "application/dash+xml"
        // Lists that a player has to fetch before it hears anything.
        case "m3u": return "audio/x-mpegurl"
        case "pls": return "audio/x-scpls"
        default: return ""
        }
    }
}
