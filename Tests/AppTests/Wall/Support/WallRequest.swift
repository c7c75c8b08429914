import Foundation
import HTTP
import Synchronization
import TestSupport
import Web

@testable import Accounts

/// A builder of requests that are complete and valid, except possibly for the caller and the identifiers.
struct WallRequest {
    let stage: WallStage
    let operation: WallOperation

    /// The owner of the identifiers.
    enum Named: Sendable {
        case a, b, absent
    }

    /// The credentials of a request.
    enum Credentials: Sendable {
        case none
        case bearer(SecretKey)
        case cookie(SecretKey)
        /// The session of a platform administrator.
        case platformCookie(SecretKey)

        /// The secret of a browser session, from which the token of its forms is derived.
        var browser: SecretKey? {
            switch self {
            case .cookie(let secret), .platformCookie(let secret): secret
            case .none, .bearer: nil
            }
        }
    }

    /// The reason why a request cannot be made. The text names the missing part.
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    /// The identifiers that the operation takes, by the name of the parameter or member.
    var identifiers: [String: WallIdentifier] {
        get throws {
            var found: [String: WallIdentifier] = [:]
            for name in beyondPath where recipe.body[name] == nil && recipe.parameters[name] == nil {
                if let kind = recipe.identifiers[name] ?? (WallIdentifier.beyondPaths.contains(name) ? name : nil) {
                    found[name] = WallIdentifier.all[kind]
                }
            }
            for name in inPath where recipe.parameters[name] == nil {
                guard let identifier = WallIdentifier.all[recipe.identifiers[name] ?? name] else {
                    throw Missing(
                        description: "\(operation): WallIdentifier.all has no row for {\(name)} of its path")
                }
                found[name] = identifier
            }
            return found
        }
    }

    /// The members of the body whose values come from the stage: identifiers, and values that the stage requires.
    var membersOfTheStage: Set<String> {
        get throws { try Set(identifiers.keys).union(recipe.body.keys).intersection(memberNames) }
    }

    /// Names that are not yet classified as identifiers or plain values.
    var undeclaredNames: [String] {
        beyondPath.filter {
            !WallIdentifier.beyondPaths.contains($0) && !WallIdentifier.plain.contains($0)
                && recipe.identifiers[$0] == nil
                && recipe.body[$0] == nil
        } + inPath.filter { WallIdentifier.all[$0] == nil && recipe.parameters[$0] == nil }
    }

    private var inPath: [String] { operation.parameters.filter { $0.place == "path" }.map(\.name) }
    private var beyondPath: [String] {
        operation.parameters.filter { $0.place != "path" }.map(\.name) + memberNames
    }
    private var recipe: WallRecipe { WallRecipe.all[operation.name] ?? WallRecipe() }
    /// The names of the body's members, required or not.
    private var memberNames: [String] {
        guard let body = operation.body else { return [] }
        return (body.schema["properties"] as? [String: Any] ?? [:]).keys.sorted()
    }

    /// Creates the request and returns it with its identifiers.
    func made(
        naming named: Named, as role: Role, credentials: Credentials, extra: [String: any Sendable] = [:]
    ) async throws -> (request: Request, sent: [String]) {
        var values: [String: String] = [:]
        for (name, identifier) in try identifiers {
            let value =
                switch named {
                case .a: try await stage.value(identifier, of: stage.a, caller: role)
                case .b: try await stage.value(identifier, of: stage.b, caller: role)
                case .absent: identifier.absent
                }
            guard let value else {
                throw Missing(description: "\(operation): no row answers the question of WallIdentifier \(name)")
            }
            values[name] = value
        }
        values.merge(recipe.parameters) { $1 }
        var path = operation.path
        for (name, value) in values {
            path = path.replacingOccurrences(of: "{\(name)}", with: Self.encoded(value))
        }
        let query = operation.parameters.filter { $0.place == "query" }.compactMap { parameter -> String? in
            let made =
                WallRecipe.words[parameter.name].map { "\($0)" } ?? "\(example.value(of: parameter.schema))"
            return (values[parameter.name] ?? (parameter.isRequired ? made : nil)).map {
                "\(parameter.name)=\(Self.encoded($0))"
            }
        }
        var request = Request(
            method: Self.methods.first { $0.name == operation.method } ?? .other, path: path,
            query: query.isEmpty ? nil : query.joined(separator: "&"), authority: stage.a.host, peer: Self.nextPeer())
        prove(credentials, &request)
        try fill(&request, values, credentials, extra)
        return (request, Array(values.values))
    }

    private static let methods: [Method] = [.get, .head, .put, .post, .patch, .delete]

    private var example: SchemaExample { SchemaExample(document: (try? InterfaceDocument.ours()) ?? .init(root: [:])) }

    /// Returns a client address. Each request has its own address, because failed guesses are counted by address.
    private static func nextPeer() -> String {
        let number = peers.add(1, ordering: .relaxed).newValue
        return "10.\(number >> 16 & 255).\(number >> 8 & 255).\(number & 255)"
    }

    private static let peers = Atomic<Int>(0)

    private func prove(_ credentials: Credentials, _ request: inout Request) {
        switch credentials {
        case .none: break
        case .bearer(let secret): request.fields["Authorization"] = "Bearer \(secret.text)"
        case .cookie(let secret): request.fields["Cookie"] = "session=\(secret.text)"
        case .platformCookie(let secret): request.fields["Cookie"] = "platform=\(secret.text)"
        }
        guard let browser = credentials.browser else { return }
        request.fields["Origin"] = "http://\(stage.a.host)"
        request.fields["X-CSRF-Token"] = browser.formToken
    }

    /// Sets the body of the request, in a media type that the operation accepts.
    private func fill(
        _ request: inout Request, _ values: [String: String], _ credentials: Credentials,
        _ extra: [String: any Sendable]
    ) throws {
        guard let body = operation.body else { return }
        var members = example.members(of: body.schema)
        for name in members.keys { if let word = WallRecipe.words[name] { members[name] = word } }
        for (name, value) in body.example as? [String: Any] ?? [:] { members[name] = value }
        for name in memberNames { if let value = values[name] { members[name] = value } }
        for (name, value) in recipe.body { members[name] = value }
        members.merge(extra) { $1 }
        request.fields["Content-Type"] = body.mediaType
        if let raw = recipe.raw {
            var content = Data(raw.utf8)
            if !extra.isEmpty, let members = try? JSONSerialization.jsonObject(with: content) as? [String: Any] {
                content = try JSONSerialization.data(withJSONObject: members.merging(extra) { $1 })
            }
            request.body = Array(content)
            return
        }
        switch body.mediaType {
        case "application/json", "application/merge-patch+json":
            request.body = Array(try JSONSerialization.data(withJSONObject: members))
        case "application/x-www-form-urlencoded":
            if members["key"] != nil { members["key"] = UUID().uuidString }
            if let browser = credentials.browser { members["csrf"] = browser.formToken }
            request.body = Array(
                members.map { "\($0)=\(Self.encoded("\($1)"))" }.sorted().joined(separator: "&").utf8)
        case "multipart/form-data":
            if let browser = credentials.browser { members["csrf"] = browser.formToken }
            request.fields["Content-Type"] = "multipart/form-data; boundary=wall"
            request.body = Self.parts(members, body.schema)
        case let type where type.hasPrefix("image/"):
            request.body = Self.picture
        default:
            throw Missing(description: "\(operation): nobody knows how to make a body of \(body.mediaType)")
        }
    }

    /// The header of a picture with an invalid checksum, which the server does not read.
    private static let picture = ProgrammeFixture.png(width: 1, height: 1) + [0, 0, 0, 0]

    private static func parts(_ members: [String: Any], _ schema: [String: Any]) -> [UInt8] {
        let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
        var bytes: [UInt8] = []
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            let isFile =
                properties[name]?["format"] as? String == "binary" || properties[name]?["contentMediaType"] != nil
            bytes += Array("--wall\r\nContent-Disposition: form-data; name=\"\(name)\"".utf8)
            bytes +=
                Array((isFile ? "; filename=\"a.png\"\r\nContent-Type: image/png" : "").utf8) + Array("\r\n\r\n".utf8)
            bytes += isFile ? Self.picture : Array("\(value)".utf8)
            bytes += Array("\r\n".utf8)
        }
        return bytes + Array("--wall--\r\n".utf8)
    }

    /// The characters that are not percent-encoded.
    static let unreserved = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))

    private static func encoded(_ value: String) -> String {
        value.addingPercentEncoding(withAllowedCharacters: unreserved) ?? value
    }
}
