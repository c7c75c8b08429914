import Tenancy
import Web

extension MusicCloud {
    /// Connects a listener's account to the stand-in for SoundCloud and starts a sync. Throws `CloudError.refused` for any other server.
    package func connectDemo(_ listener: Listener, at origin: String, audit: AuditEvent) async throws {
        let (url, text) = try await connections.begin(listener, at: origin, browser: "", returnTo: "/library")
        let answer = try await SessionFetcher().fetch(UpstreamRequest("GET", url + "&decision=yes"))
        let query = answer.fields["location"]?.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        let code = query.split(separator: "&").first { $0.hasPrefix("code=") }?.dropFirst("code=".count)
        guard let code, let state = ConnectionState(text, vault: connections.vault),
            let began = try await connections.take(state, of: listener)
        else { throw CloudError.refused(status: answer.status, reason: "the demo server did not allow the connection") }
        _ = try await connections.complete(
            listener, code: String(code), verifier: began.verifier, at: origin, cloud: service, audit: audit)
        _ = try await SyncStore(database: database).create(SyncPart.order, for: listener)
    }
}
