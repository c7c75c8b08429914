import Radio
import Tenancy

/// An active channel with all details that the documents need.
struct StationChannel: Sendable {
    let id: Channel.ID
    let slug: String
    let name: String
    let shortName: String
    let description: String
    /// The language tag (RFC 5646); empty if unknown.
    let language: String
    let website: String?
    let number: Int32?
    let clock: WallClock
    /// The bearers, in the order in which receivers prefer them.
    var bearers: [Bearer] = []
    var pictures: [Art.Image] = []
    var categories: [String] = []
    var genres: [Genre] = []

    /// Returns the channel's identifier in guides and playlists, made of the slug and the host, such as "radiozurnal.radio.example".
    func guideID(_ origin: Origin) -> String { "\(slug).\(origin.host)" }

    /// The live streams over HTTP, best first.
    var streams: [Bearer] { bearers.filter { $0.purpose == .live && $0.isOverHTTP } }

    /// The HTTP stream for time-shifted listening; `nil` if there is none.
    var timeShift: Bearer? { bearers.first { $0.purpose == .timeShift && $0.isOverHTTP } }

    /// The RadioDNS service identifier (ETSI TS 103 270), at most 16 letters and digits, unique among the channels.
    ///
    /// The slug is used if it fits and does not look like an identifier that is derived from an ID. Otherwise, the identifier is derived from the
    /// channel's ID.
    var serviceIdentifier: String {
        let isWord = slug.utf8.count <= Self.identifierLength && !slug.contains("-")
        let looksLikeShortKey = slug.hasPrefix("c") && slug.dropFirst().allSatisfy(\.isNumber)
        let looksLikeLongKey = slug.hasPrefix("k000") && slug.utf8.count == Self.identifierLength
        if isWord, !looksLikeShortKey, !looksLikeLongKey { return slug }
        // Keys created before migration 0029 are short.
        let short = "c\(id)"
        if short.utf8.count <= Self.identifierLength { return short }
        let digits = String(id.rawValue, radix: 36)
        return "k" + String(repeating: "0", count: Self.identifierLength - 1 - digits.utf8.count) + digits
    }

    private static let identifierLength = 16
}

extension Bearer {
    var isOverHTTP: Bool { uri.hasPrefix("http://") || uri.hasPrefix("https://") }
}
