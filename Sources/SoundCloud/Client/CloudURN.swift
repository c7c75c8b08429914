import Postgres

/// The identifier of an item on SoundCloud, such as `soundcloud:tracks:123` (SoundCloud's public API, July 2026).
///
/// SoundCloud has deprecated plain numbers. Where the kind is known, a plain number is accepted and stored as a complete URN (spec M1.4).
public struct CloudURN: Sendable, Hashable, CustomStringConvertible {
    /// The kind of item, as written in the URN.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case track = "tracks"
        case playlist = "playlists"
        case user = "users"
    }

    public let kind: Kind
    /// The part after the kind: the number of the item on SoundCloud, with 1 to 19 digits and without a leading zero.
    public let key: String

    public var description: String { "soundcloud:\(kind.rawValue):\(key)" }

    /// Creates a URN from the number of an item. Returns `nil` for a number below 1.
    public init?(_ kind: Kind, number: Int64) {
        guard number > 0 else { return nil }
        self.kind = kind
        key = String(number)
    }

    /// Parses a complete URN of any kind. Returns `nil` if the text is not a URN.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "soundcloud", let kind = Kind(rawValue: String(parts[1])),
            Self.isKey(parts[2].utf8)
        else { return nil }
        self.kind = kind
        key = String(parts[2])
    }

    /// Parses a complete URN of this kind, or its number alone. Returns `nil` for any other text.
    public init?(_ text: some StringProtocol, of kind: Kind) {
        if let number = Int64(text), String(number) == text {
            self.init(kind, number: number)
        } else {
            self.init(text)
            guard self.kind == kind else { return nil }
        }
    }

    /// Returns whether the key is a number of 1 to 19 digits without a leading zero, so that it is safe as a segment of a path.
    private static func isKey(_ key: some Collection<UInt8>) -> Bool {
        (1...19).contains(key.count) && key.first != 0x30 && key.allSatisfy { (0x30...0x39).contains($0) }
    }
}

extension CloudURN: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let urn = CloudURN(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not the URN of a track, playlist or user")
        }
        self = urn
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// A URN is stored as `text`.
extension CloudURN: PostgresCodable, PostgresArrayElement {
    public static var type: UInt32 { String.type }
    public static var arrayType: UInt32 { String.arrayType }
    public var bind: Bind { description.bind }

    public init?(postgresText text: Span<UInt8>) {
        guard let text = String(postgresText: text) else { return nil }
        self.init(text)
    }
}
