import HTTP
import Postgres
import Tenancy
import Web

/// A concert with entries in the log.
struct LoggedConcert: Sendable, Hashable {
    let slug: String
    let title: String
    let lastAt: Instant
}

extension LoggedConcert: RowDecodable {
    init(row: Row) throws(PostgresError) {
        slug = try row("slug")
        title = try row("title")
        lastAt = Instant(milliseconds: try row("at_ms"))
    }
}

extension ConcertStore {
    /// The largest number of concerts to choose from.
    static let loggedLimit: Int64 = 200

    /// Returns the concerts with entries in the log, the newest entry first, at most `loggedLimit`. O(entries of the tenant).
    func logged(in tenant: TenantID) async throws(PostgresError) -> [LoggedConcert] {
        try await database.all(
            in: tenant,
            """
            select c.slug, c.title, (extract(epoch from h.at) * 1000)::bigint as at_ms
              from (select concert_id, max(revision) as revision
                      from app.live_change
                     where tenant_id = \(tenant)
                     group by concert_id) n
              join app.live_change h on h.tenant_id = \(tenant) and h.revision = n.revision
              join app.concert c on c.tenant_id = \(tenant) and c.concert_id = n.concert_id
             order by n.revision desc
             limit \(Self.loggedLimit)
            """)
    }

    /// Returns the concert that `concert` in the query names; `nil` without `concert`. Throws `APIError` 404 for an unknown short name.
    func chosen(by request: Request, in tenant: TenantID) async throws -> Concert? {
        guard let slug = try request.queryFields().optional("concert") else { return nil }
        guard let concert = try await concert(slug: slug, in: tenant) else { throw APIError.noSuchConcert }
        return concert
    }
}

/// The part of a page that names its concert, with links to the same page for the other concerts in the log.
struct LoggedConcertChoice: Sendable {
    let concerts: [LoggedConcert]
    /// The concert in the query; `nil` for the concert with the newest entry.
    let chosen: Concert?
    let path: String
    let clock: LocalTimeFormatter

    /// A paragraph with the title, and a list of the other concerts, the newest first; empty if there is no concert.
    var html: HTML {
        guard let slug = chosen?.slug ?? concerts.first?.slug else { return .empty }
        let shown = concerts.first { $0.slug == slug }
        let title: HTML = shown.map(words) ?? "<strong>\(chosen?.title ?? "")</strong> has not been on the air yet."
        let others = concerts.filter { $0.slug != slug }.map { concert -> HTML in
            "<li><a href=\"\(path)?concert=\(concert.slug)\">\(words(concert))</a></li>"
        }
        guard !others.isEmpty else { return "<p>\(title)</p>" }
        return """
            <p>\(title)</p>
            <details id="concerts"><summary>Other concerts</summary><ul>\(others)</ul></details>
            """
    }

    private func words(_ concert: LoggedConcert) -> HTML {
        "<strong>\(concert.title)</strong> <time datetime=\"\(concert.lastAt.description)\">\(clock.day(concert.lastAt))</time>"
    }
}
