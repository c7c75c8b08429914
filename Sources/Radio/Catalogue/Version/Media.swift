import Web

/// An audio file or stream of a version (spec R66).
public struct Media: Codable, Sendable, Hashable {
    /// The purpose of an address: streaming or downloading.
    public enum Purpose: String, Sendable, Hashable, CaseIterable, Codable {
        case stream
        case download
    }

    public let url: String
    public let purpose: Purpose
    /// The media type; empty if unknown.
    public let mediaType: String
    /// The bitrate in kbit/s; 0 if unknown.
    public let bitrate: Int32
    /// The size of the file in bytes; `nil` if unknown.
    public let bytes: Int64?

    private enum CodingKeys: String, CodingKey { case url, purpose, mediaType, bitrate, bytes }

    /// Decodes and validates the value. Throws `APIError` 422 with faults for invalid members.
    public init(from decoder: any Decoder) throws {
        var draft = try DraftReader<CodingKeys>(decoder)
        let url = try draft.address(.url)
        draft.check(url != nil, .url, "is missing: send the web address of the file")
        purpose = try draft.choice(.purpose, otherwise: Purpose.stream) ?? .stream
        mediaType = try draft.text(.mediaType, limit: 100, isOneLine: true)
        bitrate = try draft.number(.bitrate, in: 0...100_000) ?? 0
        bytes = try draft.number(.bytes, in: 0...1_000_000_000_000)
        try draft.finish()
        self.url = url ?? ""
    }
}
