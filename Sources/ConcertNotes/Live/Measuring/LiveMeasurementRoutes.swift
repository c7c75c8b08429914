import HTTP
import Web

/// The endpoints about measured delays (spec T19). Reports are about the concert in the query, or the one that is or was last on the air.
public struct LiveMeasurementRoutes: Sendable {
    let service: LiveMeasurementService
    let store: LiveMeasurementStore
    let concerts: ConcertStore

    public init(service: LiveMeasurementService, store: LiveStore) {
        self.service = service
        self.store = LiveMeasurementStore(database: store.database)
        concerts = ConcertStore(database: store.database)
    }

    public var routes: [Route] {
        [
            Route(
                "reportShown", .post, "/api/v1/live/shown", access: .everyone, bodyLimit: LiveRoutes.bodyLimit,
                endpoint: reportShown),
            Route(
                "getLiveReport", .get, "/api/v1/live/report", access: .permission(.viewOperator),
                query: ["concert"], endpoint: getLiveReport),
            Route(
                "getOperatorReport", .get, "/operator/report", access: .permission(.viewOperator), errors: .page,
                endpoint: getOperatorReport),
            Route(
                "getOperatorReportTable", .get, "/operator/report.csv", access: .permission(.viewOperator),
                errors: .page, endpoint: getOperatorReportTable),
        ]
    }

    /// Answers `reportShown`: counts the delays and the track that a device reports. Nothing that identifies the device is stored.
    @Sendable
    func reportShown(_ request: Request, _ context: RequestContext) async throws -> Response {
        let report = try request.json(as: ShownReport.self)
        try report.check()
        try await service.take(report, in: context.tenant.id)
        return .noContent
    }

    /// Answers `getLiveReport`: the measurements of a concert.
    @Sendable
    func getLiveReport(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let report = try await report(request, context) else { throw APIError.noLiveConcert }
        return try .json(report, fields: ["Cache-Control": "no-store"])
    }

    /// Answers `getOperatorReport`: the page with the report of a concert, or with a note if there is none.
    @Sendable
    func getOperatorReport(_ request: Request, _ context: RequestContext) async throws -> Response {
        let tenant = context.tenant.id
        let concert = try await concerts.chosen(by: request, in: tenant)
        return OperatorReportPage(
            report: try await store.report(of: concert?.id, in: tenant), context: context, concert: concert,
            concerts: try await concerts.logged(in: tenant)
        ).response()
    }

    /// Answers `getOperatorReportTable`: the report as CSV.
    @Sendable
    func getOperatorReportTable(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let report = try await report(request, context) else { throw APIError.noLiveConcert }
        return .bytes(
            report.table.bytes, mediaType: CSV.mediaType,
            fields: [
                "Cache-Control": "no-store", "Content-Disposition": "attachment; filename=\"concert-report.csv\"",
            ])
    }

    /// Returns the report; `nil` if there is no concert, or it has been deleted.
    private func report(_ request: Request, _ context: RequestContext) async throws -> LiveReport? {
        let concert = try await concerts.chosen(by: request, in: context.tenant.id)
        return try await store.report(of: concert?.id, in: context.tenant.id)
    }
}
