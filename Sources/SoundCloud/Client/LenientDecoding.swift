import FoundationEssentials
import Web

/// Lenient decoding of SoundCloud's JSON (spec M1.6): a missing required member is an error, but an invalid optional member becomes `nil`.
extension KeyedDecodingContainer {
    /// Returns the value of a member, or `nil` if the member is missing, null or of a different type.
    func lenient<Value: Decodable>(_ key: Key, as type: Value.Type = Value.self) -> Value? {
        (try? decodeIfPresent(type, forKey: key)) ?? nil
    }

    /// Returns the text of a member without U+0000, cut to `limit` Unicode scalars, or `nil` if the member contains no text.
    func text(_ key: Key, limit: Int = 20_000) -> String? {
        guard let text = lenient(key, as: String.self).map({ CloudText.cleaned($0, limit: limit) }), !text.isEmpty
        else {
            return nil
        }
        return text
    }

    /// Returns the number in a member, rounded to an integer, or the integer in a string; `nil` for any other value.
    func number(_ key: Key) -> Int64? {
        lenient(key, as: Int64.self) ?? lenient(key, as: Double.self).flatMap { Int64(exactly: $0.rounded()) }
            ?? lenient(key, as: String.self).flatMap { Int64($0) }
    }

    /// Returns the web address in a member, or `nil` for any other text, because clients open the address.
    func address(_ key: Key) -> String? {
        guard let text = lenient(key, as: String.self), WebAddress.isValid(text) else { return nil }
        return text
    }

    /// Returns the time in a member in either of SoundCloud's formats, or `nil` if the member contains no time.
    func instant(_ key: Key) -> Instant? { lenient(key, as: String.self).flatMap(CloudText.instant) }

    /// Returns the URN in the member `urn` or, for old data, the number in `id` as a URN. Throws a `DecodingError` if neither is valid.
    func urn(_ urn: Key, orNumber id: Key, of kind: CloudURN.Kind) throws -> CloudURN {
        if let text = lenient(urn, as: String.self), let urn = CloudURN(text, of: kind) { return urn }
        if let number = lenient(id, as: Int64.self), let urn = CloudURN(kind, number: number) { return urn }
        if let text = lenient(id, as: String.self), let urn = CloudURN(text, of: kind) { return urn }
        throw DecodingError.dataCorruptedError(forKey: urn, in: self, debugDescription: "names no \(kind)")
    }
}

/// Conversions of texts from SoundCloud.
enum CloudText {
    /// Returns the text without U+0000, cut to `limit` Unicode scalars, the unit of PostgreSQL's `length`.
    static func cleaned(_ text: String, limit: Int) -> String {
        let text = text.utf8.contains(0) ? String(text.unicodeScalars.filter { $0 != "\0" }) : text
        guard text.utf8.count > limit else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit)))
    }

    /// Parses "2018/05/21 15:19:54 +0000" or RFC 3339. Returns `nil` for any other text.
    static func instant(_ text: String) -> Instant? {
        if let instant = Instant(rfc3339: text) { return instant }
        let parts = text.split(separator: " ")
        guard parts.count == 3, parts[2].utf8.count == 5 else { return nil }
        let zone = parts[2].prefix(3) + ":" + parts[2].suffix(2)
        return Instant(rfc3339: parts[0].replacing("/", with: "-") + "T" + parts[1] + zone)
    }
}

/// The result of decoding one element, so that an invalid element does not invalidate the list.
struct Attempt<Value: Decodable>: Decodable {
    let result: Result<Value, any Error>

    init(from decoder: any Decoder) {
        result = Result { try Value(from: decoder) }
    }
}
