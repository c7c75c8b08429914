import ConcertNotes
import Foundation
import HTTP
import Logging
import Tenancy
import TestSupport
import Web

@testable import ConcertEditing

/// The editors' routes with the real pipeline: tenants by "SLUG.test", callers by `Bearer SLUG:ROLE:LOGIN`.
struct EditingServer: Sendable {
    let database: TestDatabase
    let application: Application

    init(_ database: TestDatabase, _ tenants: Tenant...) throws {
        self.database = database
        let doorman = Doorman(tenants: tenants)
        application = Application(
            router: try Router(ConcertEditingRoutes(database: database.tenants).routes), probes: Probes { [] },
            tenants: doorman, authenticator: doorman, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private struct Doorman: TenantResolver, Authenticator {
        let tenants: [Tenant]

        func tenant(for authority: String?) async throws -> Tenant? {
            tenants.first { authority?.hasPrefix("\($0.slug).") == true }
        }

        func caller(of request: Request, in tenant: Tenant, isSecure: Bool) async throws -> Caller? {
            guard let words = request.fields["Authorization"]?.dropFirst("Bearer ".count).split(separator: ":"),
                words.count == 3, words[0] == tenant.slug, let role = Role(rawValue: String(words[1]))
            else { return nil }
            return Caller(userID: 7, login: String(words[2]), role: role, proof: .bearer)
        }
    }

    /// Sends a request. A JSON body of a PATCH is a merge patch.
    func send(
        _ method: HTTP.Method, _ path: String, _ json: String? = nil, body: [UInt8]? = nil, to tenant: Tenant,
        as role: Role? = .editor, by login: String = "eva", match: String? = nil, key: String? = nil
    ) async -> Answer {
        var fields: Fields = [:]
        if let role { fields["Authorization"] = "Bearer \(tenant.slug):\(role.rawValue):\(login)" }
        if json != nil {
            fields["Content-Type"] = method == .patch ? "application/merge-patch+json" : "application/json"
        }
        if let match { fields["If-Match"] = match }
        if let key { fields["Idempotency-Key"] = key }
        let parts = path.split(separator: "?", maxSplits: 1)
        let request = Request(
            method: method, path: "/api/v1/admin" + parts[0], query: parts.count > 1 ? String(parts[1]) : nil,
            authority: "\(tenant.slug).test", fields: fields, body: body ?? Array((json ?? "").utf8))
        return Answer(await application.respond(to: request))
    }

    /// A response with accessors for tests.
    struct Answer: Sendable {
        let status: Int
        let fields: Fields
        let text: String

        init(_ response: Response) {
            status = response.status.code
            fields = response.fields
            switch response.content {
            case .bytes(let bytes): text = String(decoding: bytes, as: UTF8.self)
            case .representation(let value): text = String(decoding: value.identity, as: UTF8.self)
            case .none, .events, .stream: text = ""
            }
        }

        var tag: String? { fields["ETag"] }
        var json: JSONNode? { try? JSONNode(Array(text.utf8)) }
        var id: String { json?["id"]?.text ?? "" }
        var items: [JSONNode] { json?["items"]?.elements ?? [] }
        var code: String { json?["code"]?.text ?? "" }
        /// The pointers of the faults.
        var faults: [String] { json?["faults"]?.elements.compactMap { $0["field"]?.text } ?? [] }
    }
}

extension TestDatabase {
    /// Imports the small evening, whose first piece has a track "The Music".
    func importEvening(in tenant: Tenant, _ fixture: ProgrammeFixture = ProgrammeFixture()) async throws {
        _ = try await fixture.written {
            try await ConcertImport(database: tenants).run(folder: $0, tenant: tenant.id)
        }
    }
}

/// A small concert that was created only through the API.
struct WrittenConcert {
    let server: EditingServer
    let tenant: Tenant
    let slug: String
    let piece: String
    let track: String

    /// Creates a concert with one piece of four measures, one section and one annotation.
    init(_ server: EditingServer, _ tenant: Tenant) async throws {
        self.server = server
        self.tenant = tenant
        slug = await server.send(.post, "/concerts", #"{"title": "An Evening", "date": "2027-01-31"}"#, to: tenant).id
        piece = await server.send(
            .post, "/concerts/\(slug)/pieces",
            #"{"composer": "Strauss", "work": "Don Juan", "movement": "Don Juan"}"#, to: tenant
        ).id
        let measures = (1...4).map { #"{"startMs": \#($0 * 1000), "printed": "\#($0)", "pass": 1}"# }
        _ = await server.send(
            .put, "/pieces/\(piece)/measures",
            #"{"measures": [\#(measures.joined(separator: ","))], "end": {"measure": 4, "startMs": 5000}}"#, to: tenant)
        _ = await server.send(
            .post, "/pieces/\(piece)/sections", #"{"measure": 1, "label": "Theme", "colour": "Orange"}"#, to: tenant)
        track = await server.send(.post, "/pieces/\(piece)/tracks", #"{"name": "The Music"}"#, to: tenant).id
        _ = await server.send(
            .post, "/pieces/\(piece)/tracks/\(track)/annotations", #"{"measure": 1, "text": "It begins."}"#, to: tenant)
    }

    var annotations: String { "/pieces/\(piece)/tracks/\(track)/annotations" }

    func publish(_ json: String = "{}") async -> EditingServer.Answer {
        await server.send(.put, "/concerts/\(slug)/publication", json, to: tenant)
    }

    /// Puts the concert on the air at a measure of its piece.
    func goOnAir(measure: Int = 1) async throws {
        try await server.database.sql(
            """
            insert into app.live (tenant_id, concert_id, piece_id, measure, state, source, revision)
            select tenant_id, concert_id, piece_id, \(measure), 'running', 'operator', 1
              from app.piece where tenant_id = \(tenant.id)
            """)
    }
}
