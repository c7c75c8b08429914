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

    /// Its name in guides and playlists, "radiozurnal.radio.example": the slug never changes by itself.
    func guideID(_ origin: Origin) -> String { "\(slug).\(origin.host)" }

    /// The streams over HTTP that play what is on, best first.
    var streams: [Bearer] { bearers.filter { $0.purpose == .live && $0.isOverHTTP } }

    /// The stream over HTTP that holds what was on before, too.
    var timeShift: Bearer? { bearers.first { $0.purpose == .timeShift && $0.isOverHTTP } }

    /// The service identifier of RadioDNS (ETSI TS 103 270): at most 16 letters and digits. The slug where it is such a
    /// word, else one made of the key; no slug looks like those.
    var serviceIdentifier: String {
        let isWord = slug.utf8.count <= 16 && !slug.contains("-")
        let looksLikeKey = slug.hasPrefix("c") && slug.dropFirst().allSatisfy(\.isNumber)
        return isWord && !looksLikeKey ? slug : "c\(id)"
    }
}

extension Bearer {
    /// Whether an address of the web: a stream.
    var isOverHTTP: Bool { uri.hasPrefix("http://") || uri.hasPrefix("https://") }
}
