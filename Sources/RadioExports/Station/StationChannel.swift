import Radio
import Tenancy

/// An active channel with all that documents say of it.
struct StationChannel: Sendable {
    let id: Channel.ID
    let slug: String
    let name: String
    /// Empty where there is none.
    let shortName: String
    let description: String
    /// RFC 5646; empty for unknown.
    let language: String
    let website: String?
    let number: Int32?
    let clock: WallClock
    /// The one that receivers take first is the first.
    var bearers: [Bearer] = []
    var pictures: [Art.Image] = []
    /// The primary one is the first.
    var categories: [String] = []
    var genres: [Genre] = []

    /// The channel's identifier in guides and playlists, such as "radiozurnal.radio.example". The slug changes only by hand.
    func guideID(_ origin: Origin) -> String { "\(slug).\(origin.host)" }

    /// The streams over HTTP that play what is on, best first.
    var streams: [Bearer] { bearers.filter { $0.purpose == .live && $0.isOverHTTP } }

    /// The stream over HTTP that holds what was on before, too.
    var timeShift: Bearer? { bearers.first { $0.purpose == .timeShift && $0.isOverHTTP } }

    /// The service identifier of RadioDNS (ETSI TS 103 270): at most 16 letters and digits. The slug where it is such a
    /// word, else one made of the key; no slug looks like those. It stays for as long as the key and the slug do.
    var serviceIdentifier: String {
        let isWord = slug.utf8.count <= Self.identifierLength && !slug.contains("-")
        let looksLikeShortKey = slug.hasPrefix("c") && slug.dropFirst().allSatisfy(\.isNumber)
        let looksLikeLongKey = slug.hasPrefix("k000") && slug.utf8.count == Self.identifierLength
        if isWord, !looksLikeShortKey, !looksLikeLongKey { return slug }
        // Keys from before migration 0029 are short.
        let short = "c\(id)"
        if short.utf8.count <= Self.identifierLength { return short }
        let digits = String(id.rawValue, radix: 36)
        return "k" + String(repeating: "0", count: Self.identifierLength - 1 - digits.utf8.count) + digits
    }

    private static let identifierLength = 16
}

extension Bearer {
    /// Whether an address of the web: a stream.
    var isOverHTTP: Bool { uri.hasPrefix("http://") || uri.hasPrefix("https://") }
}
