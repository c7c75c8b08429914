import Foundation
import HTTP
import Logging
import Tenancy
import Web

/// A client that sends requests to this server's own endpoints as accounts of the demo, without a network connection. So the demo's actions pass the
/// same checks and cause the same audit log entries and notifications as those of a station's staff.
struct DemoClient: Sendable {
    private let application: Application
    private let installation: Installation
    let tenant: Tenant

    /// Creates a client for a tenant. `routes` are the routes of the running server, so that changes notify the clients of that server.
    init(_ installation: Installation, tenant: Tenant, routes: [Route], logger: Logger) throws {
        self.installation = installation
        self.tenant = tenant
        application = Application(
            router: try Router(routes), probes: Probes { [] }, tenants: DemoHost(tenant: tenant),
            authenticator: DemoAuthenticator(installation: installation), logger: logger)
    }

    /// Encodes an object as JSON.
    static func json(_ members: [String: Any]) throws -> [UInt8] {
        Array(try JSONSerialization.data(withJSONObject: members))
    }

    /// Sends a request as the account `login` and returns its response. Throws `DemoRefusal` for any status other than 2xx.
    ///
    /// - Parameters:
    ///   - path: the path, with the query if there is one.
    ///   - json: the body of a request with JSON content; `nil` to send `bytes`, without a Content-Type.
    ///   - ifMatch: the entity tag that the item must have; `nil` for any.
    ///   - login: the login of one of the demo's accounts, which is the name of its role.
    func send(
        _ method: HTTP.Method, _ path: String, json: [UInt8]? = nil, bytes: [UInt8] = [], ifMatch: String? = nil,
        as login: String
    ) async throws -> DemoAnswer {
        var fields: Fields = ["Authorization": "Bearer \(login)"]
        if json != nil { fields["Content-Type"] = "application/json" }
        if let ifMatch { fields["If-Match"] = ifMatch }
        let parts = path.split(separator: "?", maxSplits: 1)
        let response = await application.respond(
            to: Request(
                method: method, path: String(parts[0]), query: parts.count > 1 ? String(parts[1]) : nil,
                fields: fields, body: json ?? bytes))
        let content: [UInt8] =
            switch response.content {
            case .bytes(let bytes): bytes
            case .representation(let representation): representation.identity
            default: []
            }
        guard (200..<300).contains(response.status.code) else {
            throw DemoRefusal(
                request: "\(method) \(path)", status: response.status.code,
                reason: String(decoding: content.prefix(500), as: UTF8.self))
        }
        return DemoAnswer(content: content, tag: response.fields["ETag"])
    }
}

/// The response of the server to a request of the demo.
struct DemoAnswer: Sendable {
    let content: [UInt8]
    /// The entity tag of the item; `nil` if the response has none.
    let tag: String?

    /// The members of the response's JSON object; empty for any other content.
    var members: [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(content))) as? [String: Any] ?? [:]
    }

    /// The objects in the member `items`; empty if there is no such member.
    var items: [[String: Any]] { members["items"] as? [[String: Any]] ?? [] }
}

/// The error for a request of the demo that the server answered with a status other than 2xx.
struct DemoRefusal: Error, CustomStringConvertible {
    let request: String
    let status: Int
    let reason: String

    var description: String { "\(request): \(status) \(reason)" }
}

/// A resolver that returns the demo tenant for every request.
private struct DemoHost: TenantResolver {
    let tenant: Tenant

    func tenant(for authority: String?) async throws -> Tenant? { tenant }
}

/// An authenticator that accepts the login in place of a token. It receives only requests made by this process.
private struct DemoAuthenticator: Authenticator {
    let installation: Installation

    func caller(of request: Request, in tenant: Tenant, isSecure: Bool) async throws -> Caller? {
        guard let login = request.fields["Authorization"]?.dropFirst("Bearer ".count),
            let role = Role(rawValue: "\(login)"),
            let account = try await installation.account(role.rawValue, in: tenant.id)
        else { return nil }
        return Caller(userID: account, login: role.rawValue, role: role, proof: .bearer)
    }
}
