/// A complete media playlist of fragmented MP4 (HLS, RFC 8216), parsed without I/O.
struct MediaPlaylist: Sendable, Hashable {
    /// A resource that the playlist names, or a range of its bytes.
    struct Resource: Sendable, Hashable {
        /// The address as written, possibly relative to the playlist.
        let reference: String
        /// The bytes of the resource; `nil` for the whole resource.
        let bytes: Range<Int>?
    }

    /// One media segment.
    struct Segment: Sendable, Hashable {
        let resource: Resource
        let durationUs: Int64
    }

    /// The reason why a playlist cannot be passed on as one file.
    enum Fault: Error, Sendable, Hashable {
        case notAPlaylist
        /// The playlist lists other playlists (§4.3.4).
        case listsPlaylists
        /// The segments are encrypted (§4.3.2.4).
        case isEncrypted
        /// The playlist has no `EXT-X-ENDLIST`, so more segments may follow.
        case isOpen
        /// The playlist has no initialization section (§4.3.2.5).
        case hasNoInitialization
        /// The playlist has a second initialization section or a discontinuity (§4.3.2.3), so the segments are not parts of one file.
        case changesFormat
        case hasNoSegments
        case hasTooManySegments
        /// A line cannot be read; the value is the number of the line, from 1.
        case badLine(Int)
    }

    let initialization: Resource
    let segments: [Segment]

    var durationUs: Int64 { segments.reduce(0) { $0 + $1.durationUs } }

    /// The maximum number of segments. The longest upload, 24 hours in segments of 10 seconds, has 8,640 segments.
    static let most = 20_000

    init(_ text: String) throws(Fault) {
        // A carriage return with a line feed is one `Character`.
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        guard lines.first == "#EXTM3U" else { throw .notAPlaylist }
        var map: Resource?
        var segments: [Segment] = []
        var (duration, length): (Int64?, (count: Int, start: Int?)?)
        var ends: [String: Int] = [:]
        var isComplete = false
        for (index, line) in lines.enumerated().dropFirst() where !line.isEmpty {
            let number = index + 1
            if let value = Self.value(of: "#EXTINF", line) {
                duration = try Self.duration(value, number)
            } else if let value = Self.value(of: "#EXT-X-BYTERANGE", line) {
                length = try Self.length(value, number)
            } else if let value = Self.value(of: "#EXT-X-MAP", line) {
                guard let reference = Self.attribute("URI", of: value), !reference.isEmpty else {
                    throw .badLine(number)
                }
                var bytes: Range<Int>?
                if let range = Self.attribute("BYTERANGE", of: value) {
                    let (count, start) = try Self.length(range[...], number)
                    bytes = (start ?? 0)..<(start ?? 0) + count
                }
                let found = Resource(reference: reference, bytes: bytes)
                guard map == nil || map == found else { throw .changesFormat }
                map = found
            } else if let value = Self.value(of: "#EXT-X-KEY", line) {
                guard Self.attribute("METHOD", of: value) == "NONE" else { throw .isEncrypted }
            } else if line == "#EXT-X-DISCONTINUITY" {
                throw .changesFormat
            } else if line.hasPrefix("#EXT-X-STREAM-INF") {
                throw .listsPlaylists
            } else if line == "#EXT-X-ENDLIST" {
                isComplete = true
            } else if !line.hasPrefix("#") {
                guard let seconds = duration else { throw .badLine(number) }
                guard segments.count < Self.most else { throw .hasTooManySegments }
                let reference = String(line)
                let bytes = length.map { length in
                    // Without an offset the range follows the previous range of the same resource (§4.3.2.2).
                    let start = length.start ?? ends[reference] ?? 0
                    return start..<start + length.count
                }
                if let bytes { ends[reference] = bytes.upperBound }
                segments.append(Segment(resource: Resource(reference: reference, bytes: bytes), durationUs: seconds))
                (duration, length) = (nil, nil)
            }
        }
        guard isComplete else { throw .isOpen }
        guard !segments.isEmpty else { throw .hasNoSegments }
        guard let map else { throw .hasNoInitialization }
        initialization = map
        self.segments = segments
    }

    private static func value(of tag: String, _ line: Substring) -> Substring? {
        line.hasPrefix(tag + ":") ? line.dropFirst(tag.utf8.count + 1) : nil
    }

    /// Parses the seconds of `EXTINF`, from 0 to 3600, and returns microseconds. Throws `badLine` for any other text.
    private static func duration(_ value: Substring, _ number: Int) throws(Fault) -> Int64 {
        let text = value.prefix { $0 != "," }
        guard let seconds = Double(text), seconds >= 0, seconds <= 3600 else { throw .badLine(number) }
        return Int64((seconds * 1_000_000).rounded())
    }

    /// Parses a byte range such as "1000@200", of at most 1 GiB. The start is `nil` for a range without an offset. Throws `badLine`
    /// for any other text.
    private static func length(_ value: Substring, _ number: Int) throws(Fault) -> (count: Int, start: Int?) {
        let parts = value.split(separator: "@", omittingEmptySubsequences: false)
        func decimal(_ text: Substring, most: Int) -> Int? {
            guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text) else {
                return nil
            }
            return number <= most ? number : nil
        }
        guard parts.count <= 2, let count = decimal(parts[0], most: 1 << 30), count > 0 else { throw .badLine(number) }
        guard parts.count == 2 else { return (count, nil) }
        guard let start = decimal(parts[1], most: 1 << 40) else { throw .badLine(number) }
        return (count, start)
    }

    /// Returns the value of an attribute without its quotes (§4.2), or `nil` if the list does not contain the attribute.
    private static func attribute(_ name: String, of list: Substring) -> String? {
        var rest = list
        while !rest.isEmpty {
            let key = rest.prefix { $0 != "=" }
            rest = rest.dropFirst(key.count + 1)
            let value: Substring
            if rest.first == "\"" {
                value = rest.dropFirst().prefix { $0 != "\"" }
                rest = rest.dropFirst(value.count + 2)
            } else {
                value = rest.prefix { $0 != "," }
                rest = rest.dropFirst(value.count)
            }
            if key.trimmingPrefix(while: { $0 == " " }) == name { return String(value) }
            rest = rest.drop { $0 == "," }
        }
        return nil
    }
}
