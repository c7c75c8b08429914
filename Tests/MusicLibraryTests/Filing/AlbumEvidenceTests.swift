import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

/// The album of a track, from SoundCloud's release field and from playlists of the type of a release.
struct AlbumEvidenceTests {
    /// Stores a playlist of this kind that belongs to this account and contains track 4, which is by "Tomas Reed".
    private func publish(
        _ title: String, kind: String, by owner: String = "Tomas Reed", isPublic: Bool = true, in library: LibraryStage
    ) async throws {
        try await library.stage.database.sql(
            """
            insert into app.cloud_playlist (tenant_id, urn, cloud_user_id, title, kind, is_public, title_key)
            select tenant_id, 'soundcloud:playlists:' || (select 1 + count(*) from app.cloud_playlist), cloud_user_id,
                   '\(title)', '\(kind)', \(isPublic), 'x'
              from app.cloud_user where tenant_id = \(library.stage.here.id) and username = '\(owner)';
            insert into app.cloud_playlist_track (tenant_id, playlist_id, position, track_id)
            select p.tenant_id, p.playlist_id, 0, t.track_id
              from app.cloud_playlist p join app.cloud_track t on t.tenant_id = p.tenant_id
             where t.urn = 'soundcloud:tracks:4' and p.title = '\(title)'
            """)
    }

    private func album(_ library: LibraryStage) async -> String? {
        await library.get(LibraryStage.track(4)).entryName("album")
    }

    @Test(arguments: ["album", "ep", "compilation", "single", "EP"])
    func aReleasePlaylistOfTheUploaderNamesTheAlbumOfItsTracks(kind: String) async throws {
        try await LibraryStage.with { library in
            try await publish("Tomas Reed - Winter Coat (EP)", kind: kind, in: library)
            await library.add(4)
            #expect(await album(library) == "Winter Coat")
        }
    }

    @Test func anAlbumPlaylistTakesPrecedenceOverASinglePlaylist() async throws {
        try await LibraryStage.with { library in
            try await publish("Late Bus", kind: "single", in: library)
            try await publish("Winter Coat", kind: "album", in: library)
            await library.add(4)
            #expect(await album(library) == "Winter Coat")
        }
    }

    @Test func ordinaryForeignAndPrivatePlaylistsNameNoAlbum() async throws {
        try await LibraryStage.with { library in
            try await publish("On the train", kind: "", in: library)
            try await publish("Best of Folk", kind: "album", by: "mdindry35", in: library)
            try await publish("Not yet", kind: "album", isPublic: false, in: library)
            await library.add(4)
            #expect(await album(library) == nil)
        }
    }

    /// Stores a playlist without a kind that contains tracks by "Tomas Reed": track 4, which is "Late Bus", and new tracks with these titles.
    private func publishSet(
        _ title: String, _ titles: [String], by owner: String = "Tomas Reed", in library: LibraryStage
    ) async throws {
        let more = titles.enumerated().map { index, title in
            LibraryStage.Planted(number: 50 + index, title: title, uploader: "Tomas Reed")
        }
        try await library.plant(more, in: library.stage.here)
        try await publish(title, kind: "", by: owner, in: library)
        try await library.stage.database.sql(
            """
            update app.cloud_playlist set track_count = \(titles.count + 1) where title = '\(title)';
            insert into app.cloud_playlist_track (tenant_id, playlist_id, position, track_id)
            select p.tenant_id, p.playlist_id, 100 + row_number() over (order by t.track_id), t.track_id
              from app.cloud_playlist p join app.cloud_track t on t.tenant_id = p.tenant_id
             where p.title = '\(title)' and split_part(t.urn, ':', 3)::int >= 50
            """)
    }

    @Test(arguments: [
        ["Winter Coat - 02 Ferry", "Winter Coat - 03 Harbour"], ["Ferry (from Winter Coat)", "Winter Coat 3: Harbour"],
        ["Ferry [winter coat]", "Winter Coat – Harbour"],
    ])
    func aSetWhoseTracksRepeatItsTitleNamesTheAlbum(titles: [String]) async throws {
        try await LibraryStage.with { library in
            try await publishSet("Winter Coat", titles, in: library)
            await library.add(4)
            #expect(await album(library) == "Winter Coat")
        }
    }

    @Test(arguments: [
        ("Winter Coat", ["Ferry", "Harbour", "Winter Coat - 03 Rain"], "Tomas Reed"),
        ("Winter Coat", ["Winter Coat - 02 Ferry"], "Tomas Reed"),
        ("Winter Coat", ["Winter Coat - 02 Ferry", "Winter Coat - 03 Harbour"], "mdindry35"),
        ("Tomas Reed", ["Tomas Reed - Ferry", "Tomas Reed - Harbour"], "Tomas Reed"),
    ])
    func aSetWithFewFittingTitlesOrOfAnotherAccountNamesNoAlbum(
        title: String, titles: [String], owner: String
    ) async throws {
        try await LibraryStage.with { library in
            try await publishSet(title, titles, by: owner, in: library)
            await library.add(4)
            #expect(await album(library) == nil)
        }
    }

    @Test func theReleaseTitleOfATrackNamesItsAlbum() async throws {
        try await LibraryStage.with { library in
            try await library.stage.database.sql(
                "update app.cloud_track set release_title = 'Half a Mile - EP' where urn = 'soundcloud:tracks:4'")
            await library.add(4)
            #expect(await album(library) == "Half a Mile")
        }
    }

    /// Spec L8.
    @Test func aCorrectedAlbumIsKeptWhenTheUploaderPublishesARelease() async throws {
        try await LibraryStage.with { library in
            await library.add(4)
            let corrected = await library.stage.send(
                .patch, LibraryStage.track(4), #"{"album": "Mine"}"#, as: .listener)
            #expect(corrected.status == 200, "\(corrected.text)")
            try await publish("Winter Coat", kind: "album", in: library)
            await library.add(4)
            #expect(await album(library) == "Mine")
        }
    }
}
