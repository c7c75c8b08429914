import Postgres
import Web

/// A message to the whole hall: a PUSH packet for old phones (spec N21-N24), a `message` event for other clients.
///
/// Its JSON is the form in `/api/v1/messages` and in the event stream.
public struct HallMessage: Sendable, Hashable, Codable {
    public let id: ID
    /// May be empty. Old phones do not get the title of a link (spec Decided 4).
    public let title: String
    /// May be empty.
    public let body: String
    public let style: Style
    /// May be empty; always empty for `AUTO`.
    public let buttonText: String
    /// The address that a `LINK` opens.
    public let url: String?
    /// The number of earlier messages in this concert with the same content. Phones identify a packet by its bytes
    /// (spec N23), so a repeat gets invisible spaces.
    public let repeatNumber: Int
    public let createdAt: Instant
    /// The time from which the message is no longer shown.
    public let expiresAt: Instant

    /// The identifier, which increases with every message of the installation.
    public struct ID: NumberedID, Codable {
        public let rawValue: Int64

        public init(rawValue: Int64) { self.rawValue = rawValue }

        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            guard let id = Self(try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "is not an identifier")
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
        /// Stays until its button is pressed.
        case button = "BUTTON"
        /// Closes automatically after some seconds.
        case auto = "AUTO"
        /// Has a button that opens an address.
        case link = "LINK"
    }

    /// Whether the message is shown at `now`.
    public func isValid(at now: Instant) -> Bool { now < expiresAt }

    /// The message after its withdrawal at `now`.
    func withdrawn(at now: Instant) -> HallMessage {
        HallMessage(
            id: id, title: title, body: body, style: style, buttonText: buttonText, url: url,
            repeatNumber: repeatNumber, createdAt: createdAt, expiresAt: min(now, expiresAt))
    }
}

extension HallMessage: RowDecodable {
    public init(row: Row) throws(PostgresError) {
        self.init(
            id: ID(rawValue: try row("message_id")), title: try row("title"), body: try row("body"),
            style: try row.value("style"), buttonText: try row("button_text"), url: try row.optional("url"),
            repeatNumber: try row("repeat_number"), createdAt: Instant(milliseconds: try row("created_at_ms")),
            expiresAt: Instant(milliseconds: try row("expires_at_ms")))
    }
}
