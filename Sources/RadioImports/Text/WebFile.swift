/// A parser for the addresses of files on the web.
enum WebFile {
    /// Returns an http or https address, with "%20" for spaces after the host name; `nil` for other text.
    static func address(_ text: String?) -> String? {
        let address = DraftText.line(text, atMost: 2000)
        guard let blank = address.firstIndex(of: " ") else { return DraftText.webAddress(address) }
        guard let host = address.firstRange(of: "://")?.upperBound,
            let path = address[host...].firstIndex(of: "/"), path < blank
        else { return nil }
        return DraftText.webAddress(address.replacing(" ", with: "%20"))
    }

    /// Returns the media type of an audio file or playlist, by the file extension of its address; empty if the extension is unknown.
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
        // Playlists, which players fetch first.
        case "m3u": return "audio/x-mpegurl"
        case "pls": return "audio/x-scpls"
        default: return ""
        }
    }
}
