import Postgres
import Web

/// A message to the whole audience. Old phones get a PUSH packet (spec N21-N24), and other clients get a `message` event. Texts may be empty. The
/// JSON is the same in `/api/v1/messages` and in the event stream.
public struct AudienceMessage: Sendable, Hashable, Codable {
    public let id: ID
    /// The title. Old phones do not get the title of a message with the style `LINK` (spec Decided 4).
    public let title: String
    /// The text below the title.
    public let body: String
    public let style: Style
    /// The label of the button; always empty for `AUTO`.
    public let buttonText: String
    /// The address that a `LINK` opens; `nil` for other styles.
    public let url: String?
    /// The number of earlier messages in this concert with the same content. Phones identify a packet by its bytes (spec N23), so a repeated message
    /// gets this number of spaces after its text.
    public let repeatNumber: Int
    public let createdAt: Instant
    /// The time from which the message is no longer shown.
    public let expiresAt: Instant

    /// The identifier, which increases with every message of the tenant.
    public struct ID: NumberedID, Codable {
        public let rawValue: Int64

        public init(rawValue: Int64) { self.rawValue = rawValue }

        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            guard let id = Self(try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "is not the ID of a message")
            }
            self = id
        }

        /// Encodes the identifier as a string, since identifiers are opaque to clients (spec Decided 1).
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(description)
        }
    }

    /// The way in which a phone shows a message.
    public enum Style: String, Sendable, Hashable, Codable, CaseIterable {
        /// The message has a button that closes it.
        case button = "BUTTON"
        /// The message closes automatically after some seconds.
        case auto = "AUTO"
        /// The message has a button that opens an address.
        case link = "LINK"
    }

    /// Returns whether the message is shown at `now`.
    public func isValid(at now: Instant) -> Bool { now < expiresAt }

    /// Returns a copy of the message as withdrawn at `now`: the copy expires at `now`, or at `expiresAt` if that is earlier.
    func withdrawn(at now: Instant) -> AudienceMessage {
        AudienceMessage(
            id: id, title: title, body: body, style: style, buttonText: buttonText, url: url,
            repeatNumber: repeatNumber, createdAt: createdAt, expiresAt: min(now, expiresAt))
    }
}

extension AudienceMessage: RowDecodable {
    public init(row: Row) throws(PostgresError) {
        self.init(
            id: ID(rawValue: try row("message_id")), title: try row("title"), body: try row("body"),
            style: try row.value("style"), buttonText: try row("button_text"), url: try row.optional("url"),
            repeatNumber: try row("repeat_number"), createdAt: Instant(milliseconds: try row("created_at_ms")),
            expiresAt: Instant(milliseconds: try row("expires_at_ms")))
    }
}
