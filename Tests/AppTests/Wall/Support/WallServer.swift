import HTTP
import Logging
import Web

@testable import Accounts
@testable import App

/// The application behind a real server, with requests over sockets, because the server itself does content negotiation, validation and caching.
struct WallServer: Sendable {
    let server: Server

    /// Runs a test with the server, and always stops the server at the end.
    static func with(
        _ stage: WallStage, observer: (any ExchangeObserver)? = nil, _ body: (WallServer) async throws -> Void
    ) async throws {
        let server = Server(
            Server.Configuration(host: "127.0.0.1", port: 0), responder: stage.wiring.application, observer: observer,
            logger: Logger(label: "wall") { _ in SwiftLogNoOpLogHandler() })
        try await server.start()
        do {
            try await body(WallServer(server: server))
        } catch {
            await server.stop(grace: 1)
            throw error
        }
        stage.wiring.liveHub.close()
        stage.wiring.playingHub.close()
        await server.stop(grace: 1)
    }

    /// Returns a client at the tenant's host that is signed in as an administrator with a cookie and a token.
    func client(of whose: TenantRows) -> TestClient {
        TestClient(port: server.port, host: whose.host, token: whose.members[.admin]?.token.text)
    }
}
