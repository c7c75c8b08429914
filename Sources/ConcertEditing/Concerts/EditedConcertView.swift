import Web

/// The JSON of a concert for editors: the details, the state of the draft, and the published revision.
struct EditedConcertView: Encodable, Sendable {
    let id: String
    let title: String
    let date: String?
    let venue: String?
    let isOnAir: Bool
    let draft: DraftView?
    let published: PublishedView?

    struct PublishedView: Encodable, Sendable {
        let revision: Int
        let publishedAt: Instant
    }

    init(_ concert: EditedConcert) {
        id = concert.slug
        title = concert.details.title
        date = concert.details.date
        venue = concert.details.venue
        isOnAir = concert.isOnAir
        draft = DraftView(concert)
        published = concert.published.map { PublishedView(revision: $0.revision, publishedAt: $0.publishedAt) }
    }
}

/// The JSON of the state of a draft.
struct DraftView: Encodable, Sendable {
    let version: Int64
    let baseRevision: Int?
    let isChanged: Bool
    let isOutdated: Bool
    let updatedAt: Instant
    let updatedBy: String

    init?(_ concert: EditedConcert) {
        guard let draft = concert.draft else { return nil }
        version = draft.version
        baseRevision = draft.baseRevision
        isChanged = draft.isChanged
        isOutdated = concert.isOutdated
        updatedAt = draft.updatedAt
        updatedBy = draft.updatedBy
    }
}
