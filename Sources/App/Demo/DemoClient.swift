import Foundation
import HTTP
import Logging
import Tenancy
import Web

/// Sends requests to this server's own endpoints as accounts of the demo, without a connection: what the demo does goes through
/// the doors that a station's people and its automation use, their checks, records and notifications included.
struct DemoClient: Sendable {
    private let application: Application
    private let installation: Installation
    let tenant: Tenant

    /// - Parameter routes: the server's own, so that listeners hear of every change.
    init(_ installation: Installation, tenant: Tenant, routes: [Route], logger: Logger) throws {
        self.installation = installation
        self.tenant = tenant
        application = Application(
            router: try Router(routes), probes: Probes { [] }, tenants: DemoHost(tenant: tenant),
            authenticator: DemoAuthenticator(installation: installation), logger: logger)
    }

    /// An object as the JSON of a request.
    static func json(_ members: [String: Any]) throws -> [UInt8] {
        Array(try JSONSerialization.data(withJSONObject: members))
    }

    /// Sends a request with a JSON body and reads the JSON of the answer.
    ///
    /// - Parameters:
    ///   - path: with its query, if it has one.
    ///   - login: the account that acts.
    /// - Throws: `DemoRefusal` for any status but success.
    func send(
        _ method: HTTP.Method, _ path: String, json: [UInt8]? = nil, bytes: [UInt8] = [], as login: String
    ) async throws -> DemoAnswer {
        var fields: Fields = ["Authorization": "Bearer \(login)"]
        if json != nil { fields["Content-Type"] = "application/json" }
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
        return DemoAnswer(content: content)
    }
}

/// What came back.
struct DemoAnswer: Sendable {
    let content: [UInt8]

    /// The members of an object; none for anything else.
    var members: [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(content))) as? [String: Any] ?? [:]
    }

    /// The objects of a list's `items`.
    var items: [[String: Any]] { members["items"] as? [[String: Any]] ?? [] }
}

/// An endpoint refused what the demo asked for.
struct DemoRefusal: Error, CustomStringConvertible {
    let request: String
    let status: Int
    let reason: String

    var description: String { "\(request): \(status) \(reason)" }
}

/// Every request is the demo's.
private struct DemoHost: TenantResolver {
    let tenant: Tenant

    func tenant(for authority: String?) async throws -> Tenant? { tenant }
}

/// Takes the login in place of a token. Only requests that this process makes itself come here.
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
