import Web

/// An ordered list of promoted shows: the hot shows of a channel (spec R35) or the featured shows (spec R36).
package struct EditorialList: Codable, Sendable, Hashable {
    let shows: [Entry]

    /// An entry of the list: a show, and the time until which it stays on the list.
    struct Entry: Codable, Sendable, Hashable {
        let show: Reference<Show.ID>
        /// When the entry expires; `nil` if never.
        let expiresAt: Instant?
    }

    var mentions: [Mention] {
        shows.enumerated().map { Mention(.show, $1.show.key, at: "/shows/\($0)/show") }
    }
}

extension EditorialList {
    private enum CodingKeys: String, CodingKey { case shows }

    /// Decodes and validates the value. Throws `APIError` 422 with faults for invalid members.
    package init(from decoder: any Decoder) throws {
        var draft = try DraftReader<CodingKeys>(decoder)
        // A missing member must not empty the list.
        draft.check(draft.has(.shows), .shows, "is missing: send every show of the list, in order")
        shows = try draft.parts(.shows, limit: 500)
        draft.checkDistinct(shows.map { "\($0.show.id)" }, .shows, "a show")
        try draft.finish()
    }
}

extension EditorialList.Entry {
    private enum CodingKeys: String, CodingKey { case show, expiresAt }

    init(from decoder: any Decoder) throws {
        var draft = try DraftReader<CodingKeys>(decoder)
        let show: Reference<Show.ID>? = try draft.reference(.show)
        draft.check(show != nil, .show, "is missing: send the ID of the show")
        expiresAt = try draft.instant(.expiresAt)
        try draft.finish()
        self.show = show ?? Reference(0)
    }
}
