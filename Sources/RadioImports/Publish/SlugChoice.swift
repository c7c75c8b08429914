import Foundation
import Postgres
import Tenancy

/// Gives each channel that is new a name in addresses that no other has: the source's own, or one made of its name, with a
/// number where that is taken. O(channels of the tenant and of the source).
struct SlugChoice {
    let transaction: Transaction
    let tenant: TenantID

    func run(_ source: String) async throws {
        let rows = try await transaction.rows(
            """
            select s.n, coalesce(s.item ->> 'slug', '') as slug, s.item ->> 'name' as name
              from app.radio_stage s
             where s.tenant_id = \(tenant)
               and s.kind = 'channel'
               and s.state = 'staged'
               and not exists (select from app.channel t
                                where t.tenant_id = \(tenant) and t.source = \(source) and t.source_key = s.key)
             order by s.n
            """)
        guard !rows.isEmpty else { return }
        let known = try await transaction.rows("select slug from app.channel where tenant_id = \(tenant)")
        var taken = Set(try known.map { try $0("slug", as: String.self) })
        var (numbers, slugs): ([Int64], [String]) = ([], [])
        for row in rows {
            let (own, name): (String, String) = (try row("slug"), try row("name"))
            let wish = Self.slug(own) ?? Self.slug(name) ?? "channel"
            let slug = Self.free(wish, taken)
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
    }

    /// The longest that leaves room for a number behind it.
    private static let limit = 90

    /// Letters and digits of ASCII in lower case, with single hyphens between; `nil` where none are left. Marks over
    /// letters are dropped.
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

    private static func free(_ wish: String, _ taken: Set<String>) -> String {
        guard taken.contains(wish) else { return wish }
        var number = 2
        while taken.contains("\(wish)-\(number)") { number += 1 }
        return "\(wish)-\(number)"
    }
}
