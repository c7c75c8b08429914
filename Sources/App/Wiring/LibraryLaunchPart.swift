import MusicLibrary
import Notices
import Postgres
import SoundCloud

/// The music library's part of the response to an app launch (spec L2). `Notices` assembles the response.
struct LibraryLaunchPart: BootstrapPart {
    let name = "library"

    func statements(for launch: Launch) -> [SQL] {
        LibraryLaunch.statements(for: Listener(tenant: launch.tenant.id, account: launch.account))
    }

    func value(for launch: Launch, _ rows: [[Row]]) async throws -> (any Encodable & Sendable)? {
        try LibraryLaunch(rows)
    }

    var valueForNobody: (any Encodable & Sendable)? { LibraryLaunch() }
}
