import ConcertNotes
import Foundation
import HTTP
import Logging
import Tenancy
import TestSupport
import Testing

@testable import ConcertReading
@testable import Web

/// A database with tenants and the endpoints, which are called as the application calls them.
struct ReadingStage: Sendable {
    let database: TestDatabase
    let library: ReadingLibrary
    /// Notified of changes as in the service.
    let observers: TenantObservers
    private let router: Router

    /// - Parameter data: the client that the library uses instead of the test's own client.
    /// - Parameter scaler: the maker of smaller copies of pictures.
    init(
        _ database: TestDatabase, reading data: TenantDatabase? = nil, spool: ContentSpool? = nil,
        scaler: (any PictureScaler)? = nil
    ) throws {
        self.database = database
        let data = data ?? database.tenants
        observers = data.observers
        library = ReadingLibrary(
            database: data, workers: Workers("test.reading", width: 2, limit: 64), spool: spool,
            scaler: scaler, retryDelay: .milliseconds(20), logger: Self.silence)
        router = try Router(ReadingRoutes(library: library).routes)
    }

    static let silence = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })

    /// Runs `body` with one tenant whose small evening is on the air.
    static func with(
        _ fixture: ProgrammeFixture = ProgrammeFixture(), scaler: (any PictureScaler)? = nil,
        _ body: (ReadingStage, Tenant) async throws -> Void
    ) async throws {
        try await withDatabase { database in
            let stage = try ReadingStage(database, scaler: scaler)
            let tenant = try await database.tenant("hall")
            try await stage.import(fixture, for: tenant)
            try await database.putOnAir("small-evening", for: tenant.id, at: 1_000_000_000)
            try await body(stage, tenant)
        }
    }

    /// Imports a fixture for a tenant.
    func `import`(_ fixture: ProgrammeFixture, for tenant: Tenant) async throws {
        _ = try await fixture.written {
            try await ConcertImport(database: database.tenants).run(folder: $0, tenant: tenant.id)
        }
    }

    /// Imports a glossary of one term for a tenant.
    func importTerm(_ name: String, for tenant: Tenant) async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("glossary-\(UUID().uuidString).tsv")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("name\tcategory\tdescription\thistory\tsource\n\(name)\tTempo\tFast.\t\tA book\n".utf8).write(to: file)
        _ = try await GlossaryImport(database: database.tenants).run(file: file.path, tenant: tenant.id)
    }

    /// The response of the routes.
    func response(_ target: String, of tenant: Tenant) async throws -> Response {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        var request = Request(method: .get, path: parts[0], query: parts.count > 1 ? parts[1] : nil)
        guard case .route(let route, let parameters) = try router.match(.get, parts[0]) else {
            throw StageFailure.noRoute
        }
        request.parameters = parameters
        try route.checkQuery(of: request)
        let context = RequestContext(tenant: tenant, caller: nil, requestID: "1", logger: Self.silence)
        return try await route.endpoint(request, context)
    }

    /// The content that a phone receives: from memory if it is there, otherwise from the routes.
    func get(_ target: String, of tenant: Tenant) async throws -> Representation {
        if let answer = memory(target, of: tenant) { return answer.representation }
        guard case .representation(let representation) = try await response(target, of: tenant).content else {
            throw StageFailure.noRepresentation
        }
        return representation
    }

    func memory(_ target: String, of tenant: Tenant) -> MemoryAnswer? {
        var target = target
        return target.withUTF8 { library.answerFromMemory(tenant: tenant, target: $0) }
    }

    func text(_ target: String, of tenant: Tenant) async throws -> String {
        String(decoding: try await get(target, of: tenant).identity, as: UTF8.self)
    }

    func json(_ target: String, of tenant: Tenant) async throws -> NSDictionary {
        let bytes = try await get(target, of: tenant).identity
        return try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? NSDictionary)
    }

    /// The error that the routes throw.
    func error(_ target: String, of tenant: Tenant) async -> APIError? {
        await #expect(throws: APIError.self) { try await response(target, of: tenant) }
    }
}

enum StageFailure: Error { case noRoute, noRepresentation }

/// The path of the fixture's second piece, which has repeats, keys, intensities and pictures.
let study = "/api/v1/pieces/tuttistudycanonstudycanon"

/// The path of the fixture's first piece.
let quartet = "/api/v1/pieces/dvo%C5%99%C3%A1kstringquartetno12mvt1"

/// Parses the JSON that a test expects.
func json(_ text: String) throws -> NSObject {
    try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSObject)
}

/// Polls until a condition holds. Only a failure reaches the time limit.
func eventually(_ what: String, _ isTrue: () async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(120)
    while try await !isTrue() {
        guard ContinuousClock.now < deadline else {
            Issue.record("\(what) did not happen")
            return
        }
        try await Task.sleep(for: .milliseconds(5))
    }
}
