import Postgres
import Web

/// Words to the whole hall: a PUSH packet for old phones (spec N21-N24), a `message` event for the rest.
/// Its JSON is what clients of `/api/v1/messages` and of the event stream read.
public struct HallMessage: Sendable, Hashable, Codable {
    public let id: ID
    /// May be empty. Old phones do not get the title of a link (spec Decided 4).
    public let title: String
    /// May be empty.
    public let body: String
    public let style: Style
    /// May be empty; always empty for `AUTO`.
    public let buttonText: String
    /// What a `LINK` opens.
    public let url: String?
    /// How often the same words were sent before in this concert: the packet is its own identity (spec N23), so
    /// a repeat must differ in a way that nobody sees.
    public let repeatNumber: Int
    public let createdAt: Instant
    /// The first moment at which it is no longer shown.
    public let expiresAt: Instant

    /// Rises with every message of the installation.
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

        /// Identifiers are opaque strings outside (spec Decided 1).
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(description)
        }
    }

    /// How a phone shows it.
    public enum Style: String, Sendable, Hashable, Codable, CaseIterable {
        /// Stays until its button is pressed.
        case button = "BUTTON"
        /// Goes by itself after some seconds.
        case auto = "AUTO"
        /// Its button opens an address.
        case link = "LINK"
    }

    /// Whether it is to be shown at `now`.
    public func isValid(at now: Instant) -> Bool { now < expiresAt }

    /// The same message, withdrawn: expired from now on.
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
