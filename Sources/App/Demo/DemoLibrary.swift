import MusicLibrary
import Tenancy
import Web

/// What the demo's listener begins with: a library filed from public uploads of the stand-in, as anybody's is, and podcasts in
/// stations. The account at the stand-in is for the listener to connect.
struct DemoLibrary {
    private let installation: Installation
    private let cloud: MusicCloud

    init(_ installation: Installation, _ cloud: MusicCloud) {
        self.installation = installation
        self.cloud = cloud
    }

    /// Fills the library of an account that has none yet; the lines to print. A demo starts without it where it cannot be had.
    func load() async -> [String] {
        do {
            let tenant = try await installation.tenant(DemoTenant.slug)
            guard let account = try await installation.account(Role.listener.rawValue, in: tenant.id) else { return [] }
            let start = StartingLibrary(
                cloud: cloud, database: installation.data,
                filing: FilingResources(of: installation.data.observers))
            let listener = Listener(tenant: tenant.id, account: account)
            let count = try await start.fill(songs: Self.songs, podcasts: Self.podcasts, for: listener)
            return count > 0 ? ["the demo's listener has a library of \(count) tracks"] : []
        } catch {
            installation.logger.warning("the demo has no library", metadata: ["error": "\(error)"])
            return []
        }
    }

    /// Playlists of the stand-in's demo (`StandInWorld.startingSongs`, `startingPodcasts`).
    private static let songs = "soundcloud:playlists:5000"
    private static let podcasts = "soundcloud:playlists:5001"
}
