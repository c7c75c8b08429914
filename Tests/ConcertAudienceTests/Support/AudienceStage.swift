import ConcertReading
import Foundation
import HTTP
import Logging
import Tenancy
import TestSupport
import Testing

@testable import ConcertAudience
@testable import ConcertNotes
@testable import Web

/// A database with a tenant and the audience's pages, which are called as the application calls them.
struct AudienceStage: Sendable {
    let database: TestDatabase
    let tenant: Tenant
    private let library: ReadingLibrary
    private let hub: LiveHub
    private let router: Router

    static let silence = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })

    /// Runs `body` with a tenant whose small evening is on the air; without a fixture nothing is on the air.
    static func with(
        _ fixture: ProgrammeFixture? = ProgrammeFixture(), _ body: (AudienceStage) async throws -> Void
    ) async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall").with(origin: Origin(scheme: "https", host: "hall.example"))
            if let fixture {
                _ = try await fixture.written {
                    try await ConcertImport(database: database.tenants).run(folder: $0, tenant: tenant.id)
                }
                try await database.putOnAir("small-evening", for: tenant.id, at: 1_000_000_000)
            }
            try await body(AudienceStage(database, tenant))
        }
    }

    private init(_ database: TestDatabase, _ tenant: Tenant) throws {
        self.database = database
        self.tenant = tenant
        library = ReadingLibrary(
            database: database.tenants, workers: Workers("test.audience", width: 2, limit: 64),
            retryDelay: .milliseconds(20), logger: Self.silence)
        hub = LiveHub(store: LiveStore(database: database.tenants), logger: Self.silence)
        router = try Router(
            AudienceRoutes(library: library, hub: hub, lastModified: 0).routes
                + ReadingRoutes(library: library).routes)
    }

    /// Moves the concert.
    func move(piece: String = ProgrammeFixture.study, measure: Int, _ state: LiveState) async throws {
        _ = try await LiveStore(database: database.tenants).set(
            LiveTarget(piece: piece, measure: measure, state: state), in: tenant.id,
            by: LiveAttribution(source: .operator, userID: nil))
        await hub.caughtUp(in: tenant.id)
    }

    /// The response of the routes.
    func response(_ path: String) async throws -> Response {
        var request = Request(method: .get, path: path, query: nil)
        guard case .route(let route, let parameters) = try router.match(.get, path) else { throw NoRoute() }
        request.parameters = parameters
        let context = RequestContext(tenant: tenant, caller: nil, requestID: "1", logger: Self.silence)
        return try await route.endpoint(request, context)
    }

    /// The content as text.
    func text(_ path: String) async throws -> String { Self.text(try await response(path)) }

    static func text(_ response: Response) -> String {
        switch response.content {
        case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
        case .representation(let representation): String(decoding: representation.identity, as: UTF8.self)
        case .none, .events, .stream: ""
        }
    }

    struct NoRoute: Error {}
}
