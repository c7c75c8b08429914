import Testing
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

/// Pages of likes while the list changes, and likes with equal keys.
struct LikeStoreTests {
    /// Reads all likes of an order in pages of this size. `meanwhile` runs once, after the first page.
    private func walk(
        _ kind: LikedItem.Kind = .all, by order: LikedItem.Order, _ limit: Int, _ stage: ListStage,
        meanwhile: () async throws -> Void = {}
    ) async throws -> [Int64] {
        let store = LikeStore(database: stage.stage.database.tenants)
        let listener = try await stage.listener()
        var (ids, position, isFirst): ([Int64], LikedItem.Position, Bool) = ([], .first(in: order), true)
        while true {
            let page = try await store.likes(kind, by: order, after: position, limit: limit, of: listener)
            guard let last = page.last else { return ids }
            ids += page.map(\.position.id)
            position = last.position
            if isFirst { try await meanwhile() }
            isFirst = false
        }
    }

    /// All keys are equal, so the identifiers determine the order.
    @Test(arguments: LikedItem.Order.allCases)
    func likesWithEqualSortKeysAreNeitherSkippedNorRepeated(order: LikedItem.Order) async throws {
        try await ListStage.with { (stage) async throws in
            try await stage.plant("here", tracks: 23, playlists: 4)
            try await stage.like(all: "listener")
            try await stage.stage.database.sql(
                """
                update app.cloud_like set rank = 5, title_key = 'same', user_key = 'same', artist_key = 'same', duration_ms = 9,
                                          cloud_user_id = (select min(cloud_user_id) from app.cloud_user)
                """)
            let all = try await stage.stage.database.sql("select like_id from app.cloud_like order by 1")
                .split(separator: "\n").compactMap { Int64($0) }
            let isFalling = order == .recent || order == .user
            for limit in [1, 4, 26, 27, 28] {
                #expect(try await walk(by: order, limit, stage) == (isFalling ? all.reversed() : all), "\(limit)")
            }
        }
    }

    /// After the first page, two of its rows and a later row are deleted, and one row moves to the front.
    @Test(arguments: LikedItem.Order.allCases, [LikedItem.Kind.all, .track])
    func deletingOrMovingLikesDuringPagingNeitherSkipsNorRepeatsOtherLikes(
        order: LikedItem.Order, kind: LikedItem.Kind
    ) async throws {
        try await ListStage.with { (stage) async throws in
            try await stage.plant("here", tracks: 40, playlists: 6)
            try await stage.like(all: "listener")
            let before = try await walk(kind, by: order, 100, stage)
            let gone = before[20]
            let ids = try await walk(kind, by: order, 10, stage) {
                try await stage.stage.database.sql(
                    """
                    delete from app.cloud_like where like_id in (\(before[9]), \(before[2]), \(gone));
                    update app.cloud_like set rank = rank + 1000000 where like_id = \(before[0]);
                    """)
            }
            #expect(ids == before.filter { $0 != gone })
        }
    }

    @Test func aLikeMovedToTheTopDuringPagingIsNotListedAtItsOldPosition() async throws {
        try await ListStage.with { (stage) async throws in
            try await stage.plant("here", tracks: 30, playlists: 0)
            try await stage.like(all: "listener")
            let before = try await walk(by: .recent, 100, stage)
            let ids = try await walk(by: .recent, 10, stage) {
                // Moves a like that has not been read yet to the top of the list, which has already been read.
                try await stage.stage.database.sql(
                    "update app.cloud_like set rank = 999999999 where like_id = \(before[25])")
            }
            #expect(ids == before.filter { $0 != before[25] })
            #expect(try await walk(by: .recent, 10, stage) == [before[25]] + before.filter { $0 != before[25] })
        }
    }

    /// Two uploaders with the same name stay separate, and the likes of each uploader are listed together.
    @Test func likesOfUploadersWithTheSameNameAreNotMixed() async throws {
        try await ListStage.with { (stage) async throws in
            try await stage.plant("here", tracks: 40, playlists: 0)
            try await stage.stage.database.sql("update app.cloud_user set name_key = 'same', username = 'Same'")
            try await stage.like(all: "listener")
            let ids = try await walk(by: .user, 3, stage)
            let users = try await stage.stage.database.sql(
                "select like_id || ' ' || cloud_user_id from app.cloud_like"
            ).split(separator: "\n").reduce(into: [Int64: String]()) { users, line in
                let parts = line.split(separator: " ")
                if let id = Int64(parts[0]) { users[id] = String(parts[1]) }
            }
            let runs = ids.compactMap { users[$0] }.reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
            #expect(runs.count == Set(runs).count && runs.count == 4 && ids.count == 40, "\(runs)")
        }
    }
}
