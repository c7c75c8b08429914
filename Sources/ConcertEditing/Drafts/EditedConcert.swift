import ConcertNotes
import Postgres
import Web

/// A concert for editors: the details, the draft, and the published revision. Without a draft, only the title of the details is known.
public struct EditedConcert: Sendable, Hashable {
    /// The short name, which identifies the concert and never changes.
    public let slug: String
    public var details: Details
    /// The draft; `nil` for a published concert whose draft has not been opened yet.
    public let draft: Draft?
    /// The publication; `nil` for a concert that was never published.
    public let published: Published?
    public let isOnAir: Bool
    /// The key of the published concert; `nil` for a concert that was never published.
    let concert: Concert.ID?

    /// The title, day and venue of a concert, which editors write.
    public struct Details: Codable, Sendable, Hashable {
        public var title: String
        /// The local day of the concert, such as "2027-01-31"; `nil` if it is not known yet.
        public var date: String?
        public var venue: String?

        public init(title: String, date: String? = nil, venue: String? = nil) {
            self.title = title
            self.date = date
            self.venue = venue
        }
    }

    /// The state of a draft.
    public struct Draft: Sendable, Hashable {
        let key: Int64
        /// A number that increases with every change of the concert or of one of its pieces, and with every publication.
        public let version: Int64
        /// The published revision on which the draft is based; `nil` if the draft is based on none.
        public let baseRevision: Int?
        /// Whether the draft was changed since it was opened, published, or replaced by the published revision; also `true` for a new concert.
        public let isChanged: Bool
        public let updatedAt: Instant
        /// The login of the account that made the latest change; empty for a draft that was opened but not changed.
        public let updatedBy: String
    }

    /// The published revision of a concert.
    public struct Published: Sendable, Hashable {
        public let revision: Int
        public let publishedAt: Instant
    }

    /// Whether the draft is based on another revision than the published one, so that publishing it would undo the published revision.
    /// `false` without a draft or without a published revision.
    public var isOutdated: Bool {
        guard let draft, let published else { return false }
        return draft.baseRevision != published.revision
    }
}

extension EditedConcert: RowDecodable {
    public init(row: Row) throws(PostgresError) {
        slug = try row("slug")
        details = Details(title: try row("title"), date: try row.optional("held_on"), venue: try row.optional("venue"))
        if let key: Int64 = try row.optional("concert_draft_id") {
            draft = Draft(
                key: key, version: try row("version"), baseRevision: try row.optional("base_revision"),
                isChanged: try row("is_changed"), updatedAt: Instant(milliseconds: try row("updated_at_ms")),
                updatedBy: try row("updated_by"))
        } else {
            draft = nil
        }
        if let revision: Int = try row.optional("revision") {
            published = Published(
                revision: revision, publishedAt: Instant(milliseconds: try row("published_at_ms")))
        } else {
            published = nil
        }
        concert = try row.optional("concert_id").map(Concert.ID.init(rawValue:))
        isOnAir = try row("is_on_air")
    }
}

extension EditedConcert.Details {
    /// Applies a patch, and adds a fault to the patch for each invalid detail.
    mutating func apply(_ patch: inout MergePatch) {
        patch.apply("title", to: &title)
        patch.apply("date", to: &date)
        patch.apply("venue", to: &venue)
        for rule in brokenRules { patch.refuse(rule.member, rule.reason, suggestion: rule.suggestion) }
    }

    private var brokenRules: [(member: String, reason: String, suggestion: String)] {
        var rules: [(member: String, reason: String, suggestion: String)] = []
        if title.allSatisfy(\.isWhitespace) || title.holdsControlCharacters {
            rules.append(
                (
                    "title", "must be one line of text, found \(Self.faultyText(in: title))",
                    "write the title of the concert on one line"
                ))
        }
        if let date, Instant(rfc3339: "\(date)T00:00:00Z") == nil {
            rules.append(
                (
                    "date", "must be a calendar date, found \"\(date.prefix(100))\"",
                    "write the date in the form 2027-01-31"
                ))
        }
        if let venue, venue.allSatisfy(\.isWhitespace) || venue.holdsControlCharacters {
            rules.append(
                (
                    "venue", "must be one line of text, found \(Self.faultyText(in: venue))",
                    "write the venue on one line, or null if the venue is unknown"
                ))
        }
        return rules
    }

    private static func faultyText(in text: String) -> String {
        text.holdsControlCharacters ? "a control character, such as a line break" : "no letters or other visible text"
    }

    /// The faults of the details; empty if they are valid.
    public var faults: [APIError.Fault] {
        brokenRules.map { APIError.Fault(field: "/\($0.member)", reason: $0.reason, suggestion: $0.suggestion) }
    }
}
