import ConcertEditing
import HTTP
import Web

/// The page `/cms` with the concerts of a tenant.
struct ConcertListPage: Sendable {
    let context: RequestContext
    let concerts: [EditedConcert]

    func response() -> Response {
        ConcertPage("Concerts", .concerts, context, content: content).response()
    }

    private var content: HTML {
        guard !concerts.isEmpty else {
            return EmptyState(.concert, "No concerts yet").html
        }
        return RowList(
            concerts.map { ListRow("\($0.details.title)", nil, artwork: Artwork($0.details.title)) }
        ).html
    }
}
