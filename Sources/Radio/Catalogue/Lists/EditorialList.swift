import Web

/// Shows that programming puts forward, in its order: what is hot on a channel (spec R35), what is featured (spec R36).
struct EditorialList: Codable, Sendable, Hashable {
    let shows: [Entry]

    /// One show of it.
    struct Entry: Codable, Sendable, Hashable {
        let show: Reference<Show.ID>
        /// From when it is no longer put forward; without one it stays.
        let expiresAt: Instant?
    }

    var mentions: [Mention] {
        shows.enumerated().map { Mention(.show, $1.show.key, at: "/shows/\($0)/show") }
    }
}

extension EditorialList {
    private enum CodingKeys: String, CodingKey { case shows }

    /// Throws 422 that names every member at fault.
    init(from decoder: any Decoder) throws {
        var draft = try DraftReader<CodingKeys>(decoder)
        // Nothing said is not an empty list: it would take away what somebody put in order.
        draft.check(draft.says(.shows), .shows, "is missing")
        shows = try draft.parts(.shows, limit: 500)
        draft.check(Set(shows.map(\.show)).count == shows.count, .shows, "must not repeat a show")
        try draft.finish()
    }
}

extension EditorialList.Entry {
    private enum CodingKeys: String, CodingKey { case show, expiresAt }

    init(from decoder: any Decoder) throws {
        var draft = try DraftReader<CodingKeys>(decoder)
        let show: Reference<Show.ID>? = try draft.reference(.show)
        draft.check(show != nil, .show, "is missing")
        expiresAt = try draft.instant(.expiresAt)
        try draft.finish()
        self.show = show ?? Reference(0)
    }
}
