/// The response of `search`.
struct SearchView: Encodable, Sendable {
    let items: [ResultView]
    let total: Int
    let offset: Int

    struct ResultView: Encodable, Sendable {
        let type: String
        let id: String
        let title: String
        let summary: String
        let showId: String?
        let showTitle: String?
        let art: FinderArtView?
        let isOnDemand: Bool
        let field: String
        let form: String
    }

    init(_ page: SearchPage, offset: Int) {
        items = page.results.map { result in
            ResultView(
                type: result.kind.rawValue, id: String(result.id), title: result.title, summary: result.summary,
                showId: result.show?.id.description, showTitle: result.show?.title,
                art: result.art.map(FinderArtView.init),
                isOnDemand: result.isOnDemand, field: "\(result.match.field)", form: "\(result.match.form)")
        }
        total = page.total
        self.offset = offset
    }
}
