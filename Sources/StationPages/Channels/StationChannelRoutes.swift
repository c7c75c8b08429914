import HTTP
import Radio
import Tenancy
import Web

/// The routes of the page `/station` and of the channel pages.
struct StationChannelRoutes: Sendable {
    let database: TenantDatabase
    let hub: PlayingHub

    var routes: [Route] {
        [Route.stationPage("getStationPage", "/station", getStationPage)]
            + EditorPageRoutes(database: database) { [database] _ in ChannelEditor(database: database) }
            .routes("Channel", listPath: "/station/channels", item: "/station/channels/{channel}")
    }

    /// Answers `getStationPage`: the channels by category with their current programmes.
    func getStationPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try request.queryFields()
        let search = try fields.optional("search")?.trimmed ?? ""
        let category = try fields.optional("category")
        let (lines, sections) = try await StationChannelStore(database: database).all(in: context.tenant)
        return StationChannelsPage(
            context: context, lines: lines, sections: sections, snapshot: try await hub.snapshot(of: context.tenant.id),
            now: hub.now(), search: search, category: category, notice: try EditorNotice(request)
        ).response()
    }
}
