import FoundationEssentials
import Postgres
import Web

/// A listener's account at a ListenBrainz server.
package struct ScrobbleConnection: Sendable, Hashable, RowDecodable {
    /// The root URL of the server's API, without a slash at the end.
    package let server: String
    package let username: String
    package let state: State
    /// The reason why the last attempt failed, listens were dropped or sending stopped; empty after a success.
    package let fault: String
    /// The number of listens dropped since the account was connected, because the server rejected them or the tracks are no longer stored.
    package let refusedListens: Int64
    package let connectedAt: Instant
    package let sentAt: Instant?
    /// The number of listens that wait to be sent.
    package let waiting: Int64

    package enum State: String, Sendable, Hashable, Codable {
        /// Listens are sent.
        case working
        /// Sending has stopped, for example because the server rejects the token. Unsent listens wait until the listener connects an account again.
        case refused
    }

    package init(row: Row) throws(PostgresError) {
        server = try row("server")
        username = try row("username")
        state = State(rawValue: try row("state")) ?? .refused
        fault = try row("fault")
        refusedListens = try row("refused_listens")
        connectedAt = Instant(try row("connected_at", as: Date.self))
        sentAt = try row.optional("sent_at", as: Date.self).map { Instant($0) }
        waiting = try row("waiting")
    }
}

/// A listener's ListenBrainz connection as JSON, without the token.
struct ScrobbleConnectionView: Encodable, Sendable {
    let service = "listenbrainz"
    let server: String
    let username: String
    let state: ScrobbleConnection.State
    let fault: String?
    let waitingListens: Int64
    let refusedListens: Int64
    let connectedAt: Instant
    let sentAt: Instant?

    init(_ connection: ScrobbleConnection) {
        (server, username, state) = (connection.server, connection.username, connection.state)
        fault = connection.fault.isEmpty ? nil : connection.fault
        (waitingListens, refusedListens) = (connection.waiting, connection.refusedListens)
        (connectedAt, sentAt) = (connection.connectedAt, connection.sentAt)
    }
}
