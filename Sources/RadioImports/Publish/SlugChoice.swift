import Foundation
import Postgres
import Tenancy

/// The selection of slugs for new channels.
///
/// A channel that the source identifies by its slug is matched with the existing channel of that slug, if there is one. Any other channel gets the
/// slug in the source, or else a slug made from its name, or else "channel", with the lowest free number from 2 if the slug is taken. O(n) in the
/// tenant's channels and the new channels, plus one step for each taken number.
struct SlugChoice {
    let transaction: Transaction
    let tenant: TenantID

    /// Stores the slug of each new channel of the source, or else the ID of the existing channel with its slug. Returns a notice for each channel
    /// that was found by its slug.
    func run(_ source: String) async throws -> Findings {
        let rows = try await transaction.rows(
            """
            select s.n, s.key, s.file, s.line, s.detail, coalesce(s.item ->> 'slug', '') as slug,
                   s.item ->> 'name' as name, s.item ? 'isKnownBySlug' as is_known_by_slug
              from app.radio_stage s
             where s.tenant_id = \(tenant)
               and s.kind = 'channel'
               and s.state = 'staged'
               and not exists (select from app.channel t
                                where t.tenant_id = \(tenant) and t.source = \(source) and t.source_key = s.key)
             order by s.n
            """)
        var matches = Findings()
        guard !rows.isEmpty else { return matches }
        let known = try await transaction.rows(
            "select channel_id, slug, name from app.channel where tenant_id = \(tenant)")
        var channels: [String: (id: Int64, name: String)] = [:]
        for row in known { channels[try row("slug")] = (try row("channel_id"), try row("name")) }
        var taken = Set(channels.keys)
        var (numbers, slugs): ([Int64], [String]) = ([], [])
        var (matched, found): ([Int64], [Int64]) = ([], [])
        for row in rows {
            let (own, name): (String, String) = (try row("slug"), try row("name"))
            let preferred = Self.slug(own) ?? Self.slug(name) ?? "channel"
            if try row("is_known_by_slug"), Self.slug(own) != nil, let channel = channels[preferred] {
                matched.append(try row("n"))
                found.append(channel.id)
                matches.append(
                    "channel \(try row("key", as: String.self)) has the same short name as the existing channel "
                        + "\"\(channel.name)\" (\(preferred)): its broadcasts are added to the existing channel, which is not changed",
                    at: FilePosition(file: try row("file"), line: try row("line"), detail: try row("detail")))
                continue
            }
            let slug = Self.free(preferred, taken)
            taken.insert(slug)
            numbers.append(try row("n"))
            slugs.append(slug)
        }
        _ = try await transaction.rows(
            """
            update app.radio_stage s
               set slug = c.slug
              from unnest(\(numbers), \(slugs)) as c (n, slug)
             where s.tenant_id = \(tenant)
               and s.n = c.n
            """)
        _ = try await transaction.rows(
            """
            update app.radio_stage s
               set id = c.id
              from unnest(\(matched), \(found)) as c (n, id)
             where s.tenant_id = \(tenant)
               and s.n = c.n
            """)
        return matches
    }

    /// The maximum length of a slug without its number. The database allows 100 characters.
    private static let limit = 90

    /// Returns the text as a slug of at most 90 lower-case ASCII letters, digits and single hyphens; `nil` if the text has no ASCII letter or digit.
    /// Diacritics are removed, and each run of other characters becomes a hyphen.
    static func slug(_ text: String) -> String? {
        var slug: [UInt8] = []
        for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars {
            if scalar.properties.canonicalCombiningClass != .notReordered { continue }
            switch scalar {
            case "a"..."z", "0"..."9": slug.append(UInt8(scalar.value))
            case "A"..."Z": slug.append(UInt8(scalar.value) | 0x20)
            default: if let last = slug.last, last != UInt8(ascii: "-") { slug.append(UInt8(ascii: "-")) }
            }
        }
        slug = Array(slug.prefix(limit))
        while slug.last == UInt8(ascii: "-") { slug.removeLast() }
        return slug.isEmpty ? nil : String(decoding: slug, as: UTF8.self)
    }

    private static func free(_ preferred: String, _ taken: Set<String>) -> String {
        guard taken.contains(preferred) else { return preferred }
        var number = 2
        while taken.contains("\(preferred)-\(number)") { number += 1 }
        return "\(preferred)-\(number)"
    }
}
