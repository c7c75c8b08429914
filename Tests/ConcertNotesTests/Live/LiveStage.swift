import Foundation
import HTTP
import Tenancy
import TestSupport
import Web

@testable import ConcertNotes

/// The routes of the live concert with the real pipeline: tenants by "SLUG.test", callers by `Bearer SLUG:ROLE` or a
/// cookie with the same words. The third word "bob" selects another account than the default "anna".
struct LiveStage: Sendable {
    let hub: LiveHub
    let measurements: LiveMeasurementService
    let application: Application
    let routes: [Route]

    static let csrf = "token-of-the-session"

    init(_ database: TestDatabase, _ tenants: Tenant...) throws {
        try self.init(database.tenants, tenants)
    }

    init(_ database: TenantDatabase, _ tenants: [Tenant]) throws {
        let store = LiveStore(database: database)
        let messages = AudienceMessageStore(database: database)
        hub = LiveHub(store: store, logger: LiveFixture.silence)
        measurements = LiveMeasurementService(store: store, hub: hub, logger: LiveFixture.silence)
        routes =
            LiveRoutes(store: store, hub: hub, defaultScope: LiveFixture.scope).routes
            + LiveSourceRoutes(store: store, hub: hub).routes
            + FollowerStreamRoutes(store: store, hub: hub).routes
            + LiveMeasurementRoutes(service: measurements, store: store).routes
            + AudienceMessageRoutes(store: messages, hub: hub).routes
            + OperatorRoutes(store: store, messages: messages, hub: hub, defaultScope: LiveFixture.scope).routes
            + MessageLogRoutes(messages: messages).routes
        let doorman = Doorman(tenants: tenants)
        application = Application(
            router: try Router(routes), probes: Probes { [] }, tenants: doorman, authenticator: doorman,
            logger: LiveFixture.silence)
    }

    private struct Doorman: TenantResolver, Authenticator {
        let tenants: [Tenant]

        func tenant(for authority: String?) async throws -> Tenant? {
            let slug = authority?.prefix { $0 != "." }
            return tenants.first { $0.slug == slug ?? "" } ?? (tenants.count == 1 ? tenants.first : nil)
        }

        func caller(of request: Request, in tenant: Tenant, isSecure: Bool) async throws -> Caller? {
            let bearer = request.fields["Authorization"]?.dropFirst("Bearer ".count)
            guard let words = (bearer ?? request.fields["Cookie"]?[...])?.split(separator: ":") else { return nil }
            guard words.count >= 2, words[0] == tenant.slug, let role = Role(rawValue: String(words[1])) else {
                throw APIError(.unauthorized, code: .notLoggedIn, "log in first")
            }
            let login = words.count > 2 ? String(words[2]) : "anna"
            return Caller(
                userID: login == "anna" ? 7 : 8, login: login, role: role,
                proof: bearer == nil ? .cookie(csrfToken: LiveStage.csrf) : .bearer)
        }
    }

    /// Sends an API request.
    func send(
        _ method: Method, _ path: String, _ json: String? = nil, to tenant: Tenant, as role: Role? = .operator,
        fields: Fields = [:]
    ) async -> Answer {
        var fields = fields
        if let role { fields["Authorization"] = "Bearer \(tenant.slug):\(role.rawValue)" }
        if json != nil { fields["Content-Type"] = "application/json" }
        return await answer(method, path, Array((json ?? "").utf8), to: tenant, fields: fields)
    }

    /// Requests the page like a browser with a session.
    func load(_ path: String = "/operator", of tenant: Tenant, fields: Fields = [:]) async -> Answer {
        var fields = fields
        fields["Cookie"] = "\(tenant.slug):operator"
        return await answer(.get, path, [], to: tenant, fields: fields)
    }

    /// Sends a form like a browser with a session.
    func post(
        _ path: String, _ form: [String: String], to tenant: Tenant, by login: String = "anna", fields: Fields = [:],
        origin: String? = nil
    ) async -> Answer {
        var fields = fields
        fields["Cookie"] = "\(tenant.slug):operator:\(login)"
        fields["Origin"] = origin ?? "http://\(tenant.slug).test"
        fields["Content-Type"] = "application/x-www-form-urlencoded"
        let allowed = CharacterSet.alphanumerics
        let body = form.map { name, value in
            "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")"
        }
        return await answer(.post, path, Array(body.joined(separator: "&").utf8), to: tenant, fields: fields)
    }

    /// Sends any request.
    func answer(
        _ method: Method, _ target: String, _ body: [UInt8], to tenant: Tenant, fields: Fields
    ) async -> Answer {
        let parts = target.split(separator: "?", maxSplits: 1)
        let request = Request(
            method: method, path: String(parts[0]), query: parts.count > 1 ? String(parts[1]) : nil,
            authority: "\(tenant.slug).test", fields: fields, body: body)
        return Answer(await application.respond(to: request))
    }

    /// A response with accessors for tests.
    struct Answer: Sendable {
        let status: Int
        let fields: Fields
        let text: String
        let representation: Representation?

        init(_ response: Response) {
            status = response.status.code
            fields = response.fields
            switch response.content {
            case .bytes(let bytes): (text, representation) = (String(decoding: bytes, as: UTF8.self), nil)
            case .representation(let value):
                (text, representation) = (String(decoding: value.identity, as: UTF8.self), value)
            case .none, .events, .stream: (text, representation) = ("", nil)
            }
        }

        /// The members of a JSON object.
        var json: [String: JSONValue] {
            (try? JSONDecoder().decode([String: JSONValue].self, from: Data(text.utf8))) ?? [:]
        }
    }
}

/// A scalar of a JSON object.
enum JSONValue: Decodable, Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    case string(String)
    case number(Int)
    case other

    init(stringLiteral value: String) { self = .string(value) }
    init(integerLiteral value: Int) { self = .number(value) }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if let number = try? container.decode(Int.self) {
            self = .number(number)
        } else {
            self = .other
        }
    }

    var string: String? { if case .string(let text) = self { text } else { nil } }
    var number: Int? { if case .number(let number) = self { number } else { nil } }
}
