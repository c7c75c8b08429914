import ConcertNotes
import HTTP
import Logging
import Tenancy
import TestSupport
import Testing
import Web

@testable import INotes

/// A database with tenants and the phones' endpoints, which are called as the application calls them.
struct PhoneStage: Sendable {
    let database: TestDatabase
    let library: INotesLibrary
    /// Notified of changes as in the service.
    let observers: TenantObservers
    private let router: Router

    /// - Parameters:
    ///   - data: the client that the library uses instead of the test's own client.
    ///   - spool: the storage of long files; by default none.
    ///   - now: the clock by which files of replaced editions expire.
    init(
        _ database: TestDatabase, reading data: TenantDatabase? = nil, spool: ContentSpool? = nil,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) throws {
        self.database = database
        let data = data ?? database.tenants
        observers = data.observers
        library = INotesLibrary(
            database: data, workers: Workers("test.inotes", width: 2, limit: 64),
            spool: spool, retryDelay: .milliseconds(20), logger: Self.silence, now: now)
        router = try Router(INotesRoutes(library: library).routes)
    }

    static let silence = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })

    /// Imports a fixture for a tenant.
    @discardableResult
    func `import`(_ fixture: ProgrammeFixture, for tenant: Tenant) async throws -> ImportReport {
        try await fixture.written {
            try await ConcertImport(database: database.tenants).run(folder: $0, tenant: tenant.id)
        }
    }

    /// Puts a concert on the air as of a given second since 1970; `nil` takes it off.
    func putOnAir(_ slug: String?, for tenant: Tenant, at second: Int) async throws {
        try await database.putOnAir(slug, for: tenant.id, at: second)
    }

    /// The content that a phone receives: from memory if it is there, otherwise from the routes.
    func get(_ target: String, of tenant: Tenant) async throws -> Representation {
        if let answer = memory(target, of: tenant) { return answer.representation }
        return try await route(target, of: tenant)
    }

    func text(_ target: String, of tenant: Tenant) async throws -> String {
        String(decoding: try await get(target, of: tenant).identity, as: UTF8.self)
    }

    func memory(_ target: String, of tenant: Tenant) -> MemoryAnswer? {
        var target = target
        return target.withUTF8 { library.answerFromMemory(tenant: tenant, target: $0) }
    }

    func route(_ target: String, of tenant: Tenant) async throws -> Representation {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        var request = Request(method: .get, path: parts[0], query: parts.count > 1 ? parts[1] : nil)
        let route = try #require(
            router.routes.first { route in
                let prefix = route.path.prefix { $0 != "{" }
                return prefix.count == route.path.count
                    ? route.path == parts[0]
                    : parts[0].hasPrefix(prefix) && !parts[0].dropFirst(prefix.count).contains("/")
            })
        let prefix = route.path.prefix { $0 != "{" }
        request.parameters = ["file": String(parts[0].dropFirst(prefix.count))]
        let context = RequestContext(tenant: tenant, caller: nil, requestID: "1", logger: Self.silence)
        let response = try await route.endpoint(request, context)
        guard case .representation(let representation) = response.content else {
            throw FixtureError.notARepresentation
        }
        return representation
    }
}

enum FixtureError: Error { case notARepresentation }

/// Runs `body` with one tenant whose small evening has been on the air since the second 1,000,000,000.
func withStage(_ body: (PhoneStage, Tenant) async throws -> Void) async throws {
    try await withDatabase { database in
        let stage = try PhoneStage(database)
        let tenant = try await database.tenant("hall")
        try await stage.import(ProgrammeFixture(), for: tenant)
        try await stage.putOnAir("small-evening", for: tenant, at: 1_000_000_000)
        try await body(stage, tenant)
    }
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
