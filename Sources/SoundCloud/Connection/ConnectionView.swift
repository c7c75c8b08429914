import Web

/// A listener's SoundCloud connection in responses, without tokens.
package struct ConnectionView: Encodable, Sendable {
    let service = "soundcloud"
    let state: CloudConnection.State
    let fault: String?
    let scopes: [String]
    let expiresAt: Instant
    let connectedAt: Instant
    let account: Account?

    struct Account: Encodable, Sendable {
        let urn: CloudURN
        let username: String
        let permalinkUrl: String?
        let avatarUrl: String?
    }

    package init(_ connection: CloudConnection) {
        state = connection.state
        fault = connection.fault.isEmpty ? nil : connection.fault
        scopes = connection.scopes
        expiresAt = connection.expiresAt
        connectedAt = connection.connectedAt
        account = connection.user.map {
            Account(
                urn: $0, username: connection.username ?? "", permalinkUrl: connection.permalink,
                avatarUrl: connection.avatar
            )
        }
    }
}

/// The response of `beginConnection`, with the address where the listener authorizes the connection.
struct ConnectionStartView: Encodable, Sendable {
    let authorizeUrl: String
    let state: String
    let expiresInMs: Int64
}
