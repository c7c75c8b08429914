import Postgres
import Tenancy
import Testing
import Web

@testable import MusicLibrary
@testable import SoundCloud

/// The statements generated for a list.
struct RankedTableTests {
    private static let listener = Listener(tenant: TenantID(rawValue: 7), account: 9)

    private static let tables = [
        Followings.table, OwnPlaylists.table, LikedTracks.table, LikedPlaylists.table,
    ]

    @Test func theRankBelowAPageIsReadFromTheTableOfTheList() {
        #expect(
            LikedTracks.table.below(50, besides: [1, 2], sync: LibrarySync.ID(rawValue: 3), of: Self.listener).text
                == """
                select rank
                  from app.cloud_like
                 where tenant_id = $1
                   and user_id = $2
                   and track_id is not null
                   and track_id <> all ($3)
                   and seen_in <> $4
                   and rank < $5
                 order by rank desc
                 limit 1
                """)
    }

    @Test func removingItemsAfterASyncTakesPendingLikesAndFollowsIntoAccount() {
        let statement = Followings.table.remove(over: 50, sync: LibrarySync.ID(rawValue: 3), of: Self.listener)
        #expect(statement.text.contains("delete from app.cloud_following l\n using app.cloud_user t\n"))
        #expect(statement.binds.contains("follow".bind))
        let likes = LikedPlaylists.table.remove(over: 50, sync: LibrarySync.ID(rawValue: 3), of: Self.listener)
        #expect(likes.binds.contains("like".bind))
    }

    /// The table of likes has tracks and playlists. A sync of one list must not count or change rows of the other list.
    @Test(arguments: [0, 1, 2, 3])
    func theStatementsThatCountOrResetItemsAreLimitedToOneListOfOneListener(index: Int) {
        let table = Self.tables[index]
        let sync = LibrarySync.ID(rawValue: 3)
        for statement in [table.count(of: Self.listener), table.forget(sync, of: Self.listener)] {
            #expect(statement.text.contains("\(table.key) is not null"))
            #expect(statement.text.contains("tenant_id = $"))
            #expect(statement.text.contains("user_id = $"))
        }
    }
}
