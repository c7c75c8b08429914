import Web

/// The editable content of a cut, as automation systems report it and programmers correct it.
struct CutDraft: Sendable, Hashable {
    var title: String
    var artist: String
    var album: String
    var label: String
    var isrc: String?
    /// The duration in milliseconds; `nil` if unknown.
    var durationMs: Int64?
    var kind: String
    var isMusic: Bool
    /// The number of listeners; `nil` if unknown.
    var listeners: Int32?
    /// The number of listeners who skipped the cut; `nil` if unknown.
    var skips: Int32?

    init(_ cut: Cut) {
        title = cut.title
        artist = cut.artist
        album = cut.album
        label = cut.label
        isrc = cut.isrc
        durationMs = cut.durationMs
        kind = cut.kind
        isMusic = cut.isMusic
        listeners = cut.listeners
        skips = cut.skips
    }

    /// The faults of the content, with JSON pointers (RFC 6901).
    var faults: [APIError.Fault] {
        var faults: [APIError.Fault] = []
        func check(_ isRight: Bool, _ field: String, _ reason: String) {
            if !isRight { faults.append(.init(field: field, reason: reason)) }
        }
        func checkText(_ text: String, _ field: String, _ range: ClosedRange<Int>) {
            let count = text.unicodeScalars.count
            check(
                range.contains(count), field,
                "must have \(range.lowerBound > 0 ? "1 to" : "at most") \(range.upperBound) characters, found \(count)"
            )
            check(
                text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }, field,
                "must be one line without tabs or other control characters")
        }
        checkText(title, "/title", 1...2000)
        checkText(artist, "/artist", 0...2000)
        checkText(album, "/album", 0...2000)
        checkText(label, "/label", 0...1000)
        check(
            isrc.map(Self.isISRC) ?? true, "/isrc",
            "must be an ISRC (ISO 3901) of 12 upper-case letters and digits, without hyphens, such as \"CZA092600001\", "
                + "found \"\((isrc ?? "").prefix(100))\""
        )
        check(
            durationMs.map { (0...Self.durationLimitMs).contains($0) } ?? true, "/durationMs",
            "must be from 0 to 604800000 milliseconds (one week), found \(durationMs ?? 0)")
        check(
            Self.isKind(kind), "/kind",
            "must be 1 to 50 lower-case letters (a to z) or hyphens, beginning with a letter, such as \"song\" or \"link\", "
                + "found \"\(kind.prefix(100))\""
        )
        check(listeners.map { $0 >= 0 } ?? true, "/listeners", "must not be negative, found \(listeners ?? 0)")
        check(skips.map { $0 >= 0 } ?? true, "/skips", "must not be negative, found \(skips ?? 0)")
        return faults
    }

    /// The maximum duration of a cut, in milliseconds: one week.
    static let durationLimitMs: Int64 = 604_800_000

    var detail: [String: String] { ["title": title, "artist": artist] }

    private static func isISRC(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        func isLetter(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5A }
        func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
        return bytes.count == 12 && bytes[..<2].allSatisfy(isLetter)
            && bytes[2..<5].allSatisfy { isLetter($0) || isDigit($0) } && bytes[5...].allSatisfy(isDigit)
    }

    private static func isKind(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        func isLetter(_ byte: UInt8) -> Bool { byte >= 0x61 && byte <= 0x7A }
        return (1...50).contains(bytes.count) && isLetter(bytes[0])
            && bytes.allSatisfy { isLetter($0) || $0 == UInt8(ascii: "-") }
    }
}

extension CutDraft: Decodable {
    private enum Member: String, CodingKey {
        case title, artist, album, label, isrc, durationMs, kind, isMusic, listeners, skips
    }

    /// Decodes the content without validating it. If `isMusic` is missing, only a cut of the kind "song" counts as music.
    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        title = try members.decode(String.self, forKey: .title)
        artist = try members.decodeIfPresent(String.self, forKey: .artist) ?? ""
        album = try members.decodeIfPresent(String.self, forKey: .album) ?? ""
        label = try members.decodeIfPresent(String.self, forKey: .label) ?? ""
        isrc = try members.decodeIfPresent(String.self, forKey: .isrc)
        durationMs = try members.decodeIfPresent(Int64.self, forKey: .durationMs)
        kind = try members.decodeIfPresent(String.self, forKey: .kind) ?? "song"
        isMusic = try members.decodeIfPresent(Bool.self, forKey: .isMusic) ?? (kind == "song")
        listeners = try members.decodeIfPresent(Int32.self, forKey: .listeners)
        skips = try members.decodeIfPresent(Int32.self, forKey: .skips)
    }
}

/// An automation system's report of the current cut.
struct NowPlayingReport: Sendable, Decodable {
    let content: CutDraft
    /// The instant at which the cut started; `nil` if the report does not contain it, so that a new cut starts when the report arrives.
    let startsAt: Instant?

    private enum Member: String, CodingKey { case startsAt }

    init(from decoder: any Decoder) throws {
        content = try CutDraft(from: decoder)
        startsAt = try decoder.container(keyedBy: Member.self).decodeIfPresent(Instant.self, forKey: .startsAt)
    }

    /// Throws `APIError` 422 with all faults. A start more than a week in the past or more than an hour in the future is also a fault, because it
    /// indicates that the automation system's clock is wrong.
    func check(at now: Instant) throws(APIError) {
        var faults = content.faults
        let range = now.advanced(byMs: -604_800_000)...now.advanced(byMs: 3_600_000)
        if let startsAt, !range.contains(startsAt) {
            faults.append(
                .init(
                    field: "/startsAt",
                    reason: "must be at most one week in the past or one hour in the future, found \(startsAt)"))
        }
        if !faults.isEmpty { throw .invalid(faults) }
    }
}
