import HTTP
import Postgres
import Synchronization
import Tenancy
import TestSupport
import Web

@testable import RadioImports

/// Two tenants into which a test imports files.
struct ImportRig: Sendable {
    let database: TestDatabase
    let here: Tenant
    let there: Tenant
    let announcer: RecordingAnnouncer
    let imports: StationImport

    static func with(
        afterStaging: @escaping @Sendable () throws -> Void = {}, _ body: (ImportRig) async throws -> Void
    ) async throws {
        try await withDatabase { database in
            let announcer = RecordingAnnouncer()
            let imports = StationImport(
                database: database.tenants, announcer: announcer,
                now: { Instant(milliseconds: 1_782_000_000_000) }, afterStaging: afterStaging)
            try await body(
                ImportRig(
                    database: database, here: database.tenant("here"), there: database.tenant("there"),
                    announcer: announcer, imports: imports))
        }
    }

    /// Imports the files like those of a folder.
    @discardableResult
    func importFile(
        _ format: String, _ files: [(String, String)], in tenant: Tenant? = nil, source: String? = nil,
        isDryRun: Bool = false, isStrict: Bool = false
    ) async throws -> ImportReport {
        let format = try found(ImportFormats.format(named: format))
        let record = try await imports.run(
            ImportSource(name: "folder", texts: files), as: format, in: tenant ?? here,
            order: StationImport.Order(
                options: ImportOptions(source: source), isDryRun: isDryRun, isStrict: isStrict),
            by: ImportActor(command: "test"))
        return record.report
    }

    /// Returns the rows of a query, one line each.
    func rows(_ question: String) async throws -> [String] {
        try await database.sql(question).split(separator: "\n").map(String.init)
    }
}

/// Unwraps a value without the macros of Testing, which are not available in helpers.
func found<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw ImportSource.Failure(description: "not there") }
    return value
}

extension ImportSource {
    init(name: String, texts: [(String, String)]) {
        self.init(
            name: name,
            files: texts.map { name, text in File(name: name) { SourceFile(name: name, bytes: Array(text.utf8)) } })
    }
}

/// Records the announcements.
final class RecordingAnnouncer: ContentAnnouncer {
    private let kept = Mutex<[String]>([])

    var messages: [String] { kept.withLock { $0 } }

    func announce(_ message: String, in tenant: TenantID, _ transaction: Transaction) async throws {
        kept.withLock { $0.append(message) }
    }
}

/// Collects the items of a reader.
final class ListSink: DraftSink {
    private(set) var items: [(item: DraftItem, position: FilePosition)] = []
    private(set) var faults: [String] = []
    private(set) var notices: [String] = []

    func item(_ item: DraftItem, at position: FilePosition) throws { items.append((item, position)) }
    func fault(_ message: String, at position: FilePosition) { faults.append("\(position): \(message)") }
    func notice(_ message: String, at position: FilePosition) { notices.append("\(position): \(message)") }

    static func reading(_ reader: some StationReader, _ name: String, _ text: String) throws -> ListSink {
        let sink = ListSink()
        try reader.read(SourceFile(name: name, bytes: Array(text.utf8)), into: sink)
        return sink
    }

    var channels: [ChannelDraft] { items.compactMap { if case .channel(let draft) = $0.item { draft } else { nil } } }
    var shows: [ShowDraft] { items.compactMap { if case .show(let draft) = $0.item { draft } else { nil } } }
    var people: [PersonDraft] { items.compactMap { if case .person(let draft) = $0.item { draft } else { nil } } }
    var episodes: [EpisodeDraft] { items.compactMap { if case .episode(let draft) = $0.item { draft } else { nil } } }
    var versions: [VersionDraft] { items.compactMap { if case .version(let draft) = $0.item { draft } else { nil } } }
    var airings: [AiringDraft] { items.compactMap { if case .airing(let draft) = $0.item { draft } else { nil } } }
    var rules: [RuleDraft] { items.compactMap { if case .rule(let draft) = $0.item { draft } else { nil } } }
    var cuts: [CutDraft] { items.compactMap { if case .cut(let draft) = $0.item { draft } else { nil } } }
    var categories: [CategoryDraft] {
        items.compactMap { if case .category(let draft) = $0.item { draft } else { nil } }
    }
}

extension TestDatabase {
    /// Inserts the row of a running import and returns its key.
    func importUnderWay(in tenant: Tenant) async throws -> String {
        try await sql(
            """
            insert into app.radio_import (tenant_id, format, name, actor, started_at, finished_at, outcome, progress)
            values (\(tenant.id), 'rss', 'feed.xml', 'programmer', now(), null, 'under-way',
                    '{"phase": "publishing", "part": "episodes", "items": 12000}')
            returning import_id
            """
        ).split(separator: "\n").first.map(String.init) ?? ""
    }

    /// Runs `body` while a session holds the lock of an import, which marks the import as running.
    func holdingTheLock(of tenant: Tenant, _ body: () async throws -> Void) async throws {
        try await tenants.transaction(in: tenant.id) { transaction in
            _ = try await transaction.rows(
                "select pg_advisory_xact_lock(\(ImportJournal.lock), \(tenant.id.rawValue))")
            try await body()
        }
    }
}
