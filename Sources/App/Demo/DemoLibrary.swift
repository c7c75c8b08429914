import MusicLibrary
import SoundCloud
import Tenancy
import Web

/// The first library of the demo's listener: songs and podcasts of the SoundCloud stand-in, to which the listener's account is connected.
struct DemoLibrary {
    private let installation: Installation
    private let cloud: MusicCloud

    init(_ installation: Installation, _ cloud: MusicCloud) {
        self.installation = installation
        self.cloud = cloud
    }

    /// Fills the library of the demo's listener and connects the listener to the SoundCloud stand-in, unless the library has content or the listener
    /// is already connected. Returns the lines to print; none if nothing was added. A failure is only logged.
    func load() async -> [String] {
        do {
            let tenant = try await installation.tenant(DemoTenant.slug)
            guard let account = try await installation.account(Role.listener.rawValue, in: tenant.id) else { return [] }
            let seed = LibrarySeed(
                cloud: cloud, database: installation.data,
                filing: FilingResources(of: installation.data.observers))
            let listener = Listener(tenant: tenant.id, account: account)
            let count = try await seed.fill(songs: Self.songs, podcasts: Self.podcasts, for: listener)
            guard count > 0 else { return [] }
            try await cloud.connectDemo(
                listener, at: "http://127.0.0.1",
                audit: AuditEvent("connection.add", by: .command, subject: "soundcloud"))
            return ["the demo's listener has a library of \(SentenceFormat.count(count, "track"))"]
        } catch {
            installation.logger.warning("the demo starts without a library", metadata: ["error": "\(error)"])
            return []
        }
    }

    /// The URNs of the stand-in's playlists of songs and podcasts (`StandInWorld.startingSongs`, `startingPodcasts`).
    private static let songs = "soundcloud:playlists:5000"
    private static let podcasts = "soundcloud:playlists:5001"
}
