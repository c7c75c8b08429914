import Cryptography
import Foundation
import HTTP

/// The tokens of the stand-in. As on SoundCloud, codes and refresh tokens work once.
struct StandInTokens: Sendable {
    private struct Code {
        let challenge: String
        let redirect: String
        let client: String
    }

    private var codes: [String: Code] = [:]
    private var access: Set<String> = []
    private var refresh: Set<String> = []
    private(set) var grants = 0
    /// The OAuth grant types of all token requests, in order.
    private(set) var grantTypes: [String] = []
    /// Whether the consent page is shown before an account is connected, as on SoundCloud.
    var asks = false
    /// Records issued and used refresh tokens.
    var journal: StandInJournal?

    mutating func expire() { access = [] }

    /// Invalidates all tokens and codes.
    mutating func withdraw() {
        for token in refresh { journal?.write(.init(spent: token)) }
        (codes, access, refresh, grants) = ([:], [], [], 0)
    }

    /// Accepts a refresh token that an earlier process issued.
    mutating func restore(refresh token: String) { refresh.insert(token) }

    func admits(_ field: String?) -> Bool {
        guard let field, field.hasPrefix("OAuth ") else { return false }
        return access.contains(String(field.dropFirst(6)))
    }

    mutating func pair() -> (access: String, refresh: String) {
        grants += 1
        let pair = (access: "access-\(grants)-\(UUID().uuidString)", refresh: "refresh-\(grants)-\(UUID().uuidString)")
        access.insert(pair.access)
        refresh.insert(pair.refresh)
        journal?.write(.init(given: pair.refresh))
        return pair
    }

    mutating func respond(to request: Request) -> Response {
        let query = Form(request.query ?? "")
        let form = Form(String(decoding: request.body, as: UTF8.self))
        switch request.path {
        case "/authorize": return authorize(query, text: request.query ?? "")
        case "/oauth/token": return token(form, authorization: request.fields["Authorization"])
        default: return Response(.noContent)
        }
    }

    /// Redirects the browser back with a code, as after a user's consent, or shows the consent page.
    private mutating func authorize(_ query: Form, text: String) -> Response {
        guard let redirect = query["redirect_uri"], let state = query["state"], let client = query["client_id"],
            let challenge = query["code_challenge"], query["code_challenge_method"] == "S256",
            query["response_type"] == "code"
        else { return StandIn.problem(400, "invalid_request") }
        let mark = redirect.contains("?") ? "&" : "?"
        if asks, query["decision"] == nil {
            return ConsentPage.response(
                query: text, refusal: "\(redirect)\(mark)error=access_denied&state=\(Form.encoded(state))")
        }
        let code = UUID().uuidString
        codes[code] = Code(challenge: challenge, redirect: redirect, client: client)
        return Response(
            Status(302), fields: ["Location": "\(redirect)\(mark)code=\(code)&state=\(Form.encoded(state))"])
    }

    private mutating func token(_ form: Form, authorization: String?) -> Response {
        grantTypes.append(form["grant_type"] ?? "")
        switch form["grant_type"] {
        case "authorization_code":
            guard let code = form["code"].flatMap({ codes.removeValue(forKey: $0) }), form["client_id"] == code.client,
                form["redirect_uri"] == code.redirect, let verifier = form["code_verifier"],
                Self.challenge(verifier) == code.challenge
            else { return Self.invalidGrant }
            return answer()
        case "refresh_token":
            guard let token = form["refresh_token"], refresh.remove(token) != nil else { return Self.invalidGrant }
            journal?.write(.init(spent: token))
            return answer()
        case "client_credentials":
            guard authorization?.hasPrefix("Basic ") == true else { return Self.invalidGrant }
            return answer()
        default: return StandIn.json(["error": "unsupported_grant_type"], status: 400)
        }
    }

    private mutating func answer() -> Response {
        let pair = pair()
        return StandIn.json([
            "access_token": pair.access, "refresh_token": pair.refresh, "expires_in": 3599, "token_type": "bearer",
            "scope": "",
        ])
    }

    private static var invalidGrant: Response {
        StandIn.json(["error": "invalid_grant", "error_description": "the grant is not valid"], status: 400)
    }

    private static func challenge(_ verifier: String) -> String {
        Data(SHA256.hash(data: Data(verifier.utf8))).base64EncodedString().replacing("+", with: "-").replacing(
            "/", with: "_"
        ).replacing("=", with: "")
    }
}

/// The fields of a query or a form.
struct Form {
    private var fields: [String: String] = [:]

    init(_ text: String) {
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count > 1 ? parts[1].replacing("+", with: " ") : ""
            fields[String(parts[0])] = value.removingPercentEncoding ?? ""
        }
    }

    subscript(_ name: String) -> String? { fields[name] }

    /// Percent-encodes a value for a query.
    static func encoded(_ value: String) -> String {
        value.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~")))
            ?? ""
    }
}
