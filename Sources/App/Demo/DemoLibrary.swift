import MusicLibrary
import SoundCloud
import Tenancy
import Web

/// The first library of the demo's listener: songs classified from public uploads at the stand-in, as in any library, and
/// podcasts in stations. The listener can connect the account at the stand-in later.
struct DemoLibrary {
    private let installation: Installation
    private let cloud: MusicCloud

    init(_ installation: Installation, _ cloud: MusicCloud) {
        self.installation = installation
        self.cloud = cloud
    }

    /// Fills the library of the demo's listener if it is empty, and returns the lines to print. Failure is logged only: the demo
    /// starts without a library.
    func load() async -> [String] {
        do {
            let tenant = try await installation.tenant(DemoTenant.slug)
            guard let account = try await installation.account(Role.listener.rawValue, in: tenant.id) else { return [] }
            let start = StartingLibrary(
                cloud: cloud, database: installation.data,
                filing: FilingResources(of: installation.data.observers))
            let listener = Listener(tenant: tenant.id, account: account)
            let count = try await start.fill(songs: Self.songs, podcasts: Self.podcasts, for: listener)
            return count > 0 ? ["the demo's listener has a library of \(Phrase.count(count, "track"))"] : []
        } catch {
            installation.logger.warning("the demo starts without a library", metadata: ["error": "\(error)"])
            return []
        }
    }

    /// Playlists of the stand-in (`StandInWorld.startingSongs`, `startingPodcasts`).
    private static let songs = "soundcloud:playlists:5000"
    private static let podcasts = "soundcloud:playlists:5001"
}
