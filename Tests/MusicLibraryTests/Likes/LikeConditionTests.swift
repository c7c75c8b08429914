import Postgres
import Tenancy
import Testing
import Web

@testable import MusicLibrary
@testable import SoundCloud

/// The statements of a page of likes.
struct LikeConditionTests {
    private static let listener = Listener(tenant: TenantID(rawValue: 7), account: 9)
    private static let place = LikedItem.Position(
        rank: 5, id: 6, title: "t", user: "u", userID: 8, artist: "a", durationMs: 10)

    private static func page(_ kind: LikedItem.Kind, _ order: LikedItem.Order) -> [SQL] {
        LikeStore.page(kind, by: order, after: place, limit: 51, of: listener)
    }

    @Test func aPageOfRecentLikesIsOneStatementWithARangeCondition() {
        #expect(
            Self.page(.track, .recent).map(\.text) == [
                """
                select like_id, track_id, playlist_id, rank, first_seen_at, title_key, user_key, cloud_user_id, artist_key, duration_ms
                  from app.cloud_like
                 where tenant_id = $1
                   and user_id = $2
                   and (rank, like_id) < ($3, $4)
                   and (track_id is not null or $5)
                   and title_key || ' ' || user_key || ' ' || artist_key like all ($6)
                 order by rank desc, like_id desc
                 limit $7
                """
            ])
    }

    @Test(arguments: [
        (LikedItem.Order.recent, "(rank, like_id) < ($3, $4)", "rank desc, like_id desc"),
        (.title, "(title_key, like_id) > ($3, $4)", "title_key, like_id"),
        (.artist, "(artist_key, title_key, like_id) > ($3, $4, $5)", "artist_key, title_key, like_id"),
        (.duration, "(duration_ms, like_id) > ($3, $4)", "duration_ms, like_id"),
    ])
    func aPageOfLikesBeginsAfterTheGivenPosition(order: LikedItem.Order, position: String, columns: String) {
        let statements = Self.page(.all, order)
        #expect(statements.count == 1)
        #expect(statements.first?.text.contains("   and \(position)\n") == true)
        #expect(statements.first?.text.contains(" order by \(columns)\n") == true)
    }

    /// Names are in ascending and likes in descending order, so the rows after a position are two ranges of the index.
    @Test func aPageOfLikesByUploaderReadsTheRestOfOneUploaderBeforeOthers() {
        let texts = Self.page(.all, .user).map(\.text)
        #expect(texts.count == 2)
        #expect(
            texts.first?.contains("and user_key = $3 and cloud_user_id = $4 and (rank, like_id) < ($5, $6)\n") == true)
        #expect(texts.last?.contains("and (user_key, cloud_user_id) > ($3, $4)\n") == true)
    }

    @Test func likedPlaylistsSortedByUploaderAreReadByOneStatement() {
        let texts = Self.page(.playlist, .user).map(\.text)
        #expect(texts.count == 1)
        #expect(texts.first?.contains("and playlist_id is not null\n") == true)
        #expect(
            texts.first?.contains(
                "and ((user_key, cloud_user_id) > ($3, $4) or user_key = $5 and cloud_user_id = $6 "
                    + "and (rank, like_id) < ($7, $8))\n") == true)
    }

    @Test func theValuesOfAPositionInTheLikesAreBoundAsParameters() {
        #expect(
            Self.page(.all, .artist)[0].binds.prefix(5).map { $0.bytes.map { String(decoding: $0, as: UTF8.self) } }
                == [
                    "7", "9", "a", "t", "6",
                ])
    }
}
