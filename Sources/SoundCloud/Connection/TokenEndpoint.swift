import Foundation
import Logging
import Web

/// The tokens that SoundCloud issues to a listener's connection or to the application itself.
struct TokenGrant: Sendable, Hashable {
    let access: AccessToken
    /// The refresh token; empty if SoundCloud issued none. A refresh token works once, and its use yields the next one.
    let refresh: String
    let expiresAt: Instant
    let scope: String
}

/// The token endpoints (OAuth 2.1: authorization code with PKCE, refresh, client credentials). A refresh token works once, so no request is retried.
struct TokenEndpoint: Sendable {
    var app: SoundCloudApp
    let fetcher: any Fetcher
    let clock: UpstreamClock

    /// Returns the address of the page where the listener authorizes the connection.
    func authorizeURL(state: String, challenge: String, redirect: String) -> String {
        let query: QueryText = [
            "client_id": app.clientID, "redirect_uri": redirect, "response_type": "code", "code_challenge": challenge,
            "code_challenge_method": "S256", "state": state, "display": "popup",
        ]
        return "\(app.auth)/authorize?\(query.text)"
    }

    /// Exchanges an authorization code for tokens. Throws `grantLost` if SoundCloud does not accept the code. The code cannot be used again, even if
    /// the response is lost.
    func grant(code: String, verifier: String, redirect: String) async throws(CloudError) -> TokenGrant {
        try await requestGrant([
            "grant_type": "authorization_code", "client_id": app.clientID, "client_secret": app.clientSecret,
            "redirect_uri": redirect, "code_verifier": verifier, "code": code,
        ])
    }

    /// Exchanges a refresh token for new tokens. Throws `grantLost` if SoundCloud no longer accepts the token. After `unavailable`, the token may
    /// have been used up.
    func grant(refresh: String) async throws(CloudError) -> TokenGrant {
        try await requestGrant([
            "grant_type": "refresh_token", "client_id": app.clientID, "client_secret": app.clientSecret,
            "refresh_token": refresh,
        ])
    }

    /// Requests a token of the application itself, for public data. SoundCloud may issue it without a refresh token.
    func applicationGrant() async throws(CloudError) -> TokenGrant {
        let credentials = Data("\(app.clientID):\(app.clientSecret)".utf8).base64EncodedString()
        return try await requestGrant(
            ["grant_type": "client_credentials"], fields: [("Authorization", "Basic \(credentials)")],
            needsRefresh: false)
    }

    /// Signs out at SoundCloud. Ignores errors, because the tokens are deleted anyway.
    func signOut(_ token: AccessToken) async {
        guard let body = try? JSONEncoder().encode(["access_token": token.text]) else { return }
        _ = try? await fetcher.fetch(
            UpstreamRequest(
                "POST", app.auth + "/sign-out", fields: [("Content-Type", "application/json; charset=utf-8")],
                body: Array(body)))
    }

    private struct Answer: Decodable {
        let access_token: String
        let refresh_token: String?
        let expires_in: Int64?
        let scope: String?
    }

    private func requestGrant(
        _ form: QueryText, fields: [(name: String, value: String)] = [], needsRefresh: Bool = true
    ) async throws(CloudError) -> TokenGrant {
        let request = UpstreamRequest(
            "POST", app.auth + "/oauth/token",
            fields: fields + [
                ("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "application/json; charset=utf-8"),
            ], body: Array(form.text.utf8))
        let response: UpstreamResponse
        do {
            response = try await fetcher.fetch(request)
        } catch {
            throw .unavailable(reason: (error as? FetchFailure)?.reason ?? "the request to SoundCloud was cancelled")
        }
        let now = clock.now()
        switch UpstreamOutcome(response, now: now) {
        case .done: break
        case .throttled(let wait, _):
            let until = now.milliseconds + (wait ?? .seconds(60)).inMilliseconds
            throw .throttled(until: Instant(milliseconds: until), reason: "SoundCloud is limiting requests")
        case .unauthorized, .missing, .moved, .refused:
            let problem = UpstreamProblem(response.body)
            guard problem.error == "invalid_grant" else {
                throw .refused(status: response.status, reason: problem.words)
            }
            throw .grantLost(reason: "SoundCloud no longer accepts this connection")
        case .broken(let reason): throw .unavailable(reason: reason)
        }
        guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(response.body)),
            !answer.access_token.isEmpty, answer.refresh_token != nil || !needsRefresh
        else { throw .unavailable(reason: "SoundCloud's response cannot be read") }
        return TokenGrant(
            access: AccessToken(answer.access_token), refresh: answer.refresh_token ?? "",
            expiresAt: Instant(milliseconds: now.milliseconds + max(0, answer.expires_in ?? 3600) * 1000),
            scope: answer.scope ?? "")
    }
}
