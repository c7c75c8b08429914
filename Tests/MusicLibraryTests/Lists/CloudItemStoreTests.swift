import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

/// Items read by their keys.
struct CloudItemStoreTests {
    private func keys(_ table: String, _ column: String, _ stage: ListStage, _ host: String = "here") async throws
        -> [Int64]
    {
        let tenant = host == "here" ? stage.stage.here.id : stage.stage.there.id
        return try await stage.stage.database.sql(
            "select \(column) from app.\(table) where tenant_id = \(tenant) order by 1"
        ).split(separator: "\n").compactMap { Int64($0) }
    }

    @Test func onlyItemsWithKnownKeysAreReturned() async throws {
        try await ListStage.with { (stage) async throws in
            try await stage.plant("here", tracks: 12, playlists: 3)
            let store = CloudItemStore(database: stage.stage.database.tenants)
            let listener = try await stage.listener()
            let tracks = try await keys("cloud_track", "track_id", stage)
            let playlists = try await keys("cloud_playlist", "playlist_id", stage)
            let users = try await keys("cloud_user", "cloud_user_id", stage)
            let items = try await store.items(
                tracks: tracks + [999_999, tracks[0]], playlists: playlists + [999_999], users: users + [999_999],
                for: listener)
            #expect(items.tracks.keys.sorted() == tracks && items.playlists.keys.sorted() == playlists)
            #expect(items.users.keys.sorted() == users)
            #expect(items.tracks.values.allSatisfy { !$0.isLiked && $0.user.name.hasPrefix("here user") })
            let nothing = try await store.items(for: listener)
            #expect(nothing.tracks.isEmpty && nothing.playlists.isEmpty && nothing.users.isEmpty)
        }
    }

    @Test func itemsOfAnotherTenantAreNotFoundByTheirKeys() async throws {
        try await ListStage.with { (stage) async throws in
            try await stage.plant("here", tracks: 5, playlists: 2)
            try await stage.plant("there", tracks: 5, playlists: 2, at: "there")
            let store = CloudItemStore(database: stage.stage.database.tenants)
            let listener = try await stage.listener()
            let items = try await store.items(
                tracks: keys("cloud_track", "track_id", stage, "there"),
                playlists: keys("cloud_playlist", "playlist_id", stage, "there"),
                users: keys("cloud_user", "cloud_user_id", stage, "there"), for: listener)
            #expect(items.tracks.isEmpty && items.playlists.isEmpty && items.users.isEmpty)
            let urn = try #require(CloudURN(.user, number: 1))
            let (here, there) = (
                try await store.userKey(urn, in: stage.stage.here.id),
                try await store.userKey(urn, in: stage.stage.there.id)
            )
            #expect(here != nil && there != nil && here != there)
            #expect(try await store.userKey(#require(CloudURN(.user, number: 77)), in: stage.stage.here.id) == nil)
        }
    }

    @Test func onlyItemsLikedByTheListenerAreMarkedAsLiked() async throws {
        try await ListStage.with { (stage) async throws in
            try await stage.plant("here", tracks: 6, playlists: 2)
            try await stage.like(all: "editor")
            let store = CloudItemStore(database: stage.stage.database.tenants)
            let tracks = try await keys("cloud_track", "track_id", stage)
            let playlists = try await keys("cloud_playlist", "playlist_id", stage)
            for (role, isLiked) in [(.listener, false), (.editor, true)] as [(Role, Bool)] {
                let items = try await store.items(
                    tracks: tracks, playlists: playlists, for: stage.listener(role))
                #expect(items.tracks.values.allSatisfy { $0.isLiked == isLiked } && items.tracks.count == 6)
                #expect(items.playlists.values.allSatisfy { $0.isLiked == isLiked } && items.playlists.count == 2)
            }
        }
    }
}
