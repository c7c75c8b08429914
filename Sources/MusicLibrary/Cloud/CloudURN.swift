import Postgres

/// The name of something in the upstream service: `soundcloud:tracks:123` (SoundCloud's public API, July 2026).
///
/// Numbers alone are deprecated there and still stand in old data: they are read where the kind is known, and what is kept
/// is always the whole name.
/// Spec M1.4.
public struct CloudURN: Sendable, Hashable, CustomStringConvertible {
    /// What it names, by the word that stands in it.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case track = "tracks"
        case playlist = "playlists"
        case user = "users"
    }

    public let kind: Kind
    /// What comes after the kind: digits, opaque to us.
    public let key: String

    public var description: String { "soundcloud:\(kind.rawValue):\(key)" }

    /// The thing with this number.
    ///
    /// - Parameter number: above zero; `nil` for anything else.
    public init?(_ kind: Kind, number: Int64) {
        guard number > 0 else { return nil }
        self.kind = kind
        key = String(number)
    }

    /// A whole name as it is written, of any kind.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "soundcloud", let kind = Kind(rawValue: String(parts[1])),
            Self.isKey(parts[2].utf8)
        else { return nil }
        self.kind = kind
        key = String(parts[2])
    }

    /// A whole name of this kind, or its number alone.
    public init?(_ text: some StringProtocol, of kind: Kind) {
        if let number = Int64(text), String(number) == text {
            self.init(kind, number: number)
        } else {
            self.init(text)
            guard self.kind == kind else { return nil }
        }
    }

    /// Digits without a zero in front: nothing that could end a segment of a path.
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

/// `text`, as it is written.
extension CloudURN: PostgresCodable, PostgresArrayElement {
    public static var type: UInt32 { String.type }
    public static var arrayType: UInt32 { String.arrayType }
    public var bind: Bind { description.bind }

    public init?(postgresText text: Span<UInt8>) {
        guard let text = String(postgresText: text) else { return nil }
        self.init(text)
    }
}
