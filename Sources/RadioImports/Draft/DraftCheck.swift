import Foundation
import Radio
import Web

/// The validation of an item against the limits of the database schema, so that an invalid item cannot abort the import's transaction.
///
/// An item is refused for an invalid key, required name or title, time or kind, for an invalid offset, position or duration of a segment or cut, and
/// for any invalid member of a rule. Other invalid members are omitted and overlong texts shortened, with a notice for each. There is no notice for
/// the alternative text and the credit of a picture, and for a negative duration of a recording.
struct DraftCheck {
    /// The reasons why the item cannot be imported.
    private(set) var faults: [String] = []
    /// The messages about omitted members and shortened texts.
    private(set) var notices: [String] = []

    /// Returns the item without its invalid optional members and with overlong texts shortened, or `nil` if the item has faults.
    mutating func checked(_ item: DraftItem) -> DraftItem? {
        key(item.key, "key")
        let checked: DraftItem =
            switch item {
            case .category(let draft): .category(category(draft))
            case .channel(let draft): .channel(channel(draft))
            case .genre(let draft): .genre(genre(draft))
            case .person(let draft): .person(person(draft))
            case .show(let draft): .show(show(draft))
            case .serial(let draft): .serial(serial(draft))
            case .episode(let draft): .episode(episode(draft))
            case .tag(let draft): .tag(tag(draft))
            case .rule(let draft): .rule(rule(draft))
            case .airing(let draft): .airing(airing(draft))
            case .segment(let draft): .segment(segment(draft))
            case .cut(let draft): .cut(cut(draft))
            case .version(let draft): .version(version(draft))
            }
        return faults.isEmpty ? checked : nil
    }

    private mutating func category(_ draft: CategoryDraft) -> CategoryDraft {
        required(draft.name, "name", 200)
        return draft
    }

    private mutating func genre(_ draft: GenreDraft) -> GenreDraft {
        var draft = draft
        required(draft.name, "name", 200)
        draft.code = optional(draft.code, "code", "at most 200 characters long") { Self.fits($0, 200) }
        return draft
    }

    private mutating func person(_ draft: PersonDraft) -> PersonDraft {
        var draft = draft
        required(draft.name, "name", 500)
        draft.biography = cut(draft.biography, "biography", 100_000)
        draft.art = art(draft.art)
        return draft
    }

    private mutating func channel(_ draft: ChannelDraft) -> ChannelDraft {
        var draft = draft
        required(draft.name, "name", 500)
        draft.shortName = cut(draft.shortName, "short name", 100)
        draft.description = cut(draft.description, "description", 20_000)
        draft.language =
            optional(draft.language, "language", "a language tag, such as cs or en-GB", Self.isLanguage) ?? ""
        draft.website = optional(
            draft.website, "website", "a web address of at most 2000 characters, such as https://radio.example",
            Self.isWebAddress)
        draft.colour = optional(
            draft.colour?.lowercased(), "colour", "# and six hexadecimal digits, such as #1a2b3c", Self.isColour)
        draft.number = number(draft.number, "number", 0...99_999)
        draft.timeZone = optional(draft.timeZone, "time zone", "an IANA time zone, such as Europe/Prague") {
            TimeZone(identifier: $0) != nil
        }
        draft.bearers = draft.bearers.compactMap { bearer($0) }
        draft.art = art(draft.art)
        return draft
    }

    private mutating func show(_ draft: ShowDraft) -> ShowDraft {
        var draft = draft
        required(draft.title, "title", 1000)
        draft.summary = cut(draft.summary, "summary", 2000)
        draft.description = cut(draft.description, "description", 100_000)
        draft.language =
            optional(draft.language, "language", "a language tag, such as cs or en-GB", Self.isLanguage) ?? ""
        draft.website = optional(
            draft.website, "website", "a web address of at most 2000 characters, such as https://radio.example",
            Self.isWebAddress)
        draft.credits = draft.credits.filter { credit($0) }
        draft.art = art(draft.art)
        return draft
    }

    private mutating func serial(_ draft: SerialDraft) -> SerialDraft {
        var draft = draft
        required(draft.title, "title", 1000)
        draft.description = cut(draft.description, "description", 100_000)
        draft.totalParts = number(draft.totalParts, "number of parts", 0...100_000)
        draft.art = art(draft.art)
        return draft
    }

    private mutating func episode(_ draft: EpisodeDraft) -> EpisodeDraft {
        var draft = draft
        required(draft.title, "title", 2000)
        draft.summary = cut(draft.summary, "summary", 2000)
        draft.description = cut(draft.description, "description", 100_000)
        moments(draft.publishedAt)
        draft.part = number(draft.part, "part", 0...1_000_000)
        draft.season = number(draft.season, "season", 0...100_000)
        draft.credits = draft.credits.filter { credit($0) }
        draft.art = art(draft.art)
        return draft
    }

    private mutating func tag(_ draft: TagDraft) -> TagDraft {
        var draft = draft
        required(draft.title, "title", 500)
        draft.words = cut(draft.words, "words", 10_000)
        draft.art = art(draft.art)
        return draft
    }

    private mutating func rule(_ draft: RuleDraft) -> RuleDraft {
        demand(
            (0..<1440).contains(draft.startMinute),
            "its start must be from 00:00 to 23:59 (minute 0 to 1439 of the day), found minute \(draft.startMinute)")
        demand(
            (1000...604_800_000).contains(draft.durationMs),
            "its duration must be from one second to one week, found \(draft.durationMs) ms")
        demand(
            draft.endsOn.map { $0 >= draft.startsOn } ?? true,
            "its last day must not be before its first day (\(draft.startsOn)), found "
                + (draft.endsOn.map { "\($0)" } ?? "none"))
        demand(
            (-1000...1000).contains(draft.priority),
            "its priority must be from -1000 to 1000, found \(draft.priority)")
        demand(
            (-700_000...2_900_000).contains(draft.startsOn.daysSince1970),
            "its first day must be in the years 54 to 9909, found \(draft.startsOn)")
        if let recurrence = draft.recurrence { required(recurrence, "recurrence", 1000) }
        return draft
    }

    private mutating func airing(_ draft: AiringDraft) -> AiringDraft {
        var draft = draft
        moments(draft.plannedStart, draft.plannedEnd, draft.actualStart, draft.actualEnd)
        demand(
            draft.plannedEnd > draft.plannedStart,
            "its planned end must be after its planned start, found \(draft.plannedStart) to \(draft.plannedEnd)")
        let (start, end) = (draft.actualStart ?? draft.plannedStart, draft.actualEnd ?? draft.plannedEnd)
        demand(
            end > start,
            "its actual end must be after its actual start, found \(start) to \(end); "
                + "a missing actual time equals the planned time")
        draft.title = cut(draft.title, "title", 2000)
        draft.description = cut(draft.description, "description", 100_000)
        return draft
    }

    private mutating func segment(_ draft: SegmentDraft) -> SegmentDraft {
        var draft = draft
        demand(draft.offsetMs >= 0, "its offset must not be negative, found \(draft.offsetMs) ms")
        demand(draft.durationMs >= 0, "its duration must not be negative, found \(draft.durationMs) ms")
        kind(draft.kind)
        draft.title = cut(draft.title, "title", 2000)
        return draft
    }

    private mutating func cut(_ draft: CutDraft) -> CutDraft {
        var draft = draft
        kind(draft.kind)
        demand(
            draft.startsAt != nil || (draft.airing != nil && draft.position != nil),
            "it must have a start time, or a broadcast and a position in that broadcast")
        moments(draft.startsAt)
        demand((draft.position ?? 0) >= 0, "its position must not be negative, found \(draft.position ?? 0)")
        demand((draft.durationMs ?? 0) >= 0, "its duration must not be negative, found \(draft.durationMs ?? 0) ms")
        draft.title = cut(draft.title, "title", 2000)
        draft.artist = cut(draft.artist, "artist", 2000)
        draft.album = cut(draft.album, "album", 2000)
        draft.label = cut(draft.label, "label", 1000)
        draft.isrc = optional(
            draft.isrc, "ISRC",
            "an ISRC (ISO 3901) of 12 upper-case letters and digits, without hyphens, such as CZA012300001", ISRC.isOne)
        return draft
    }

    private mutating func version(_ draft: VersionDraft) -> VersionDraft {
        var draft = draft
        moments(draft.availableFrom, draft.availableUntil)
        demand(
            draft.availableUntil.map { $0 > draft.availableFrom } ?? true,
            "its availability must end after its start (\(draft.availableFrom)), found the end "
                + (draft.availableUntil.map { "\($0)" } ?? "none"))
        draft.durationMs = draft.durationMs.flatMap { $0 >= 0 ? $0 : nil }
        draft.media = draft.media.filter { media in
            let rule: String? =
                if !Self.isWebAddress(media.url) {
                    "its address must begin with http:// or https://, contain no spaces and have at most 2000 characters"
                } else if !Self.fits(media.mediaType, 100) {
                    "its media type must have at most 100 characters, found \(media.mediaType.unicodeScalars.count)"
                } else if !(0...100_000).contains(media.bitrate) {
                    "its bit rate must be from 0 to 100000 kbit/s, found \(media.bitrate)"
                } else if let bytes = media.bytes, bytes < 0 {
                    "its size must not be negative, found \(bytes) bytes"
                } else {
                    nil
                }
            if let rule { notices.append("the recording at \(media.url.prefix(200)) is not imported: \(rule)") }
            return rule == nil
        }
        return draft
    }

    // MARK: - Parts

    private mutating func bearer(_ bearer: Bearer) -> Bearer? {
        let rule: String? =
            if !Self.isURI(bearer.uri) {
                "its URI must be a lower-case scheme and an address without spaces, such as https://radio.example/live, "
                    + "with at most 2000 characters"
            } else if !Self.fits(bearer.mediaType, 100) {
                "its media type must have at most 100 characters, found \(bearer.mediaType.unicodeScalars.count)"
            } else if !(0...100_000).contains(bearer.bitrate) {
                "its bit rate must be from 0 to 100000 kbit/s, found \(bearer.bitrate)"
            } else if !(0...100_000).contains(bearer.cost) {
                "its cost must be from 0 to 100000, found \(bearer.cost)"
            } else if !(0...600_000).contains(bearer.offsetMs) {
                "its offset must be from 0 to 600000 ms, found \(bearer.offsetMs)"
            } else {
                nil
            }
        guard let rule else { return bearer }
        notices.append("the bearer \(bearer.uri.prefix(200)) is not imported: \(rule)")
        return nil
    }

    private mutating func credit(_ credit: CreditDraft) -> Bool {
        guard Self.isWord(credit.role) else {
            notices.append(
                "a credit is not imported: its role must be 1 to 50 lower-case letters or hyphens, "
                    + "beginning with a letter, "
                    + "found \"\(credit.role.prefix(100))\"")
            return false
        }
        return true
    }

    private mutating func art(_ art: ArtDraft?) -> ArtDraft? {
        guard var art else { return nil }
        art.images = art.images.filter { image in
            let rule: String? =
                if !Self.isWebAddress(image.url) {
                    "its address must begin with http:// or https://, contain no spaces and have at most 2000 characters"
                } else if !(0...100_000).contains(image.width) {
                    "its width must be from 0 to 100000 pixels, found \(image.width)"
                } else if !(0...100_000).contains(image.height) {
                    "its height must be from 0 to 100000 pixels, found \(image.height)"
                } else if !Self.fits(image.mediaType, 100) {
                    "its media type must have at most 100 characters, found \(image.mediaType.unicodeScalars.count)"
                } else {
                    nil
                }
            if let rule { notices.append("the picture \(image.url.prefix(200)) is not imported: \(rule)") }
            return rule == nil
        }
        art.alt = String(art.alt.unicodeScalars.prefix(1000).map(Character.init))
        art.credit = String(art.credit.unicodeScalars.prefix(1000).map(Character.init))
        return art.images.isEmpty || Self.hasNul(art.alt) || Self.hasNul(art.credit) ? nil : art
    }

    /// Adds a fault if an instant is outside the years 1 to 9999.
    private mutating func moments(_ instants: Instant?...) {
        let years = Instant(milliseconds: -62_135_596_800_000)...Instant(milliseconds: 253_402_300_799_999)
        if let wrong = instants.lazy.compactMap({ $0 }).first(where: { !years.contains($0) }) {
            faults.append("its times must be in the years 1 to 9999, found \(wrong)")
        }
    }

    private mutating func key(_ text: String, _ name: String) { required(text, name, 500) }

    private mutating func required(_ text: String, _ name: String, _ limit: Int) {
        if Self.hasNul(text) {
            faults.append("its \(name) must not contain the character U+0000")
        } else {
            demand(
                !text.isEmpty && Self.fits(text, limit),
                "its \(name) must have 1 to \(limit) characters, found \(text.unicodeScalars.count)")
        }
    }

    private mutating func kind(_ word: String) {
        demand(
            Self.isWord(word),
            "its kind must be 1 to 50 lower-case letters or hyphens, beginning with a letter, "
                + "found \"\(word.prefix(100))\"")
    }

    private mutating func demand(_ holds: Bool, _ rule: @autoclosure () -> String) {
        if !holds { faults.append(rule()) }
    }

    private mutating func cut(_ text: String, _ name: String, _ limit: Int) -> String {
        if Self.fits(text, limit) { return text }
        let count = text.unicodeScalars.count
        notices.append(
            count > limit
                ? "its \(name) is shortened from \(count) to \(limit) characters"
                : "its \(name) is imported without the character U+0000")
        return String(text.unicodeScalars.lazy.filter { $0 != "\0" }.prefix(limit).map(Character.init))
    }

    private mutating func optional(
        _ text: String?, _ name: String, _ rule: String, _ isOne: (String) -> Bool
    ) -> String? {
        guard let text, !text.isEmpty else { return nil }
        if isOne(text), !Self.hasNul(text) { return text }
        notices.append(
            Self.hasNul(text)
                ? "its \(name) is not imported: it must not contain the character U+0000"
                : "its \(name) \"\(text.prefix(100))\" is not imported: it must be \(rule)")
        return nil
    }

    private mutating func number(_ value: Int32?, _ name: String, _ range: ClosedRange<Int32>) -> Int32? {
        guard let value, !range.contains(value) else { return value }
        notices.append(
            "its \(name) \(value) is not imported: the number must be from \(range.lowerBound) to \(range.upperBound)")
        return nil
    }
}

extension DraftCheck {
    /// Returns whether a text has no NUL and at most `limit` Unicode scalars, which PostgreSQL counts as characters.
    fileprivate static func fits(_ text: String, _ limit: Int) -> Bool {
        (text.utf8.count <= limit || text.unicodeScalars.count <= limit) && !hasNul(text)
    }

    fileprivate static func hasNul(_ text: String) -> Bool { text.utf8.contains(0) }

    private static func isPlain(_ text: some StringProtocol) -> Bool {
        text.unicodeScalars.allSatisfy { !$0.properties.isWhitespace && $0.properties.generalCategory != .control }
    }

    fileprivate static func isWebAddress(_ text: String) -> Bool {
        guard fits(text, 2000), let colon = text.firstIndex(of: ":") else { return false }
        let scheme = text[..<colon]
        let rest = text[text.index(after: colon)...]
        return (scheme == "http" || scheme == "https") && rest.hasPrefix("//") && rest.utf8.count > 2 && isPlain(rest)
    }

    fileprivate static func isURI(_ text: String) -> Bool {
        guard fits(text, 2000), let colon = text.firstIndex(of: ":"), let first = text.utf8.first,
            first >= 0x61, first <= 0x7A
        else { return false }
        let rest = text[text.index(after: colon)...]
        let scheme = text[..<colon].utf8.allSatisfy {
            ($0 >= 0x61 && $0 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E
        }
        return scheme && !rest.isEmpty && isPlain(rest)
    }

    fileprivate static func isColour(_ text: String) -> Bool {
        text.utf8.count == 7 && text.utf8.first == UInt8(ascii: "#")
            && text.utf8.dropFirst().allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x66) }
    }

    fileprivate static func isWord(_ text: String) -> Bool {
        guard let first = text.utf8.first, first >= 0x61, first <= 0x7A, text.utf8.count <= 50 else { return false }
        return text.utf8.allSatisfy { ($0 >= 0x61 && $0 <= 0x7A) || $0 == 0x2D }
    }

    /// Returns whether a text matches the schema's pattern for language tags (RFC 5646).
    fileprivate static func isLanguage(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }
        guard let first = parts.first, (2...3).contains(first.count), first.allSatisfy(isLetter) else { return false }
        return parts.dropFirst().allSatisfy { part in
            (1...8).contains(part.count) && part.allSatisfy { isLetter($0) || ($0 >= 0x30 && $0 <= 0x39) }
        }
    }
}

/// The International Standard Recording Code (ISO 3901), without the hyphens of the printed form.
enum ISRC {
    static func isOne(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        func isLetter(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5A }
        func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
        return bytes.count == 12 && bytes[..<2].allSatisfy(isLetter)
            && bytes[2..<5].allSatisfy { isLetter($0) || isDigit($0) } && bytes[5...].allSatisfy(isDigit)
    }
}
