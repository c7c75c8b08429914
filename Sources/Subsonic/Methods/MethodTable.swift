extension SubsonicRoutes {
    typealias Method = @Sendable (SubsonicRoutes) -> @Sendable (Call) async throws -> Reply

    static let methods: [String: Method] = [
        // System.
        "ping": { $0.ping }, "getLicense": { $0.getLicense }, "tokenInfo": { $0.tokenInfo },
        "getUser": { $0.getUser }, "getScanStatus": { $0.getScanStatus },
        // Browsing.
        "getMusicFolders": { $0.getMusicFolders }, "getIndexes": { $0.getIndexes },
        "getMusicDirectory": { $0.getMusicDirectory }, "getArtists": { $0.getArtists }, "getArtist": { $0.getArtist },
        "getAlbum": { $0.getAlbum }, "getSong": { $0.getSong }, "getGenres": { $0.getGenres },
        "getArtistInfo": { $0.getArtistInfo }, "getArtistInfo2": { $0.getArtistInfo2 },
        "getAlbumInfo": { $0.getAlbumInfo }, "getAlbumInfo2": { $0.getAlbumInfo },
        "getSimilarSongs": { $0.getSimilarSongs }, "getSimilarSongs2": { $0.getSimilarSongs2 },
        "getTopSongs": { $0.getTopSongs },
        // Lists.
        "getAlbumList": { $0.getAlbumList }, "getAlbumList2": { $0.getAlbumList2 },
        "getRandomSongs": { $0.getRandomSongs }, "getSongsByGenre": { $0.getSongsByGenre },
        "getNowPlaying": { $0.getNowPlaying }, "getStarred": { $0.getStarred }, "getStarred2": { $0.getStarred2 },
        "search2": { $0.search2 }, "search3": { $0.search3 }, "getBookmarks": { $0.getBookmarks },
        // Likes, ratings and listens.
        "star": { $0.star }, "unstar": { $0.unstar }, "setRating": { $0.setRating }, "scrobble": { $0.scrobble },
        // The player.
        "getPlayQueue": { $0.getPlayQueue }, "savePlayQueue": { $0.savePlayQueue },
        "getPlayQueueByIndex": { $0.getPlayQueueByIndex }, "savePlayQueueByIndex": { $0.savePlayQueueByIndex },
        "reportPlayback": { $0.reportPlayback }, "jukeboxControl": { $0.jukeboxControl },
        "createBookmark": { $0.createBookmark }, "deleteBookmark": { $0.deleteBookmark },
        // Radio channels.
        "getInternetRadioStations": { $0.getInternetRadioStations },
        "createInternetRadioStation": { $0.refuseChannelChange },
        "updateInternetRadioStation": { $0.refuseChannelChange },
        "deleteInternetRadioStation": { $0.refuseChannelChange },
        // Playlists.
        "getPlaylists": { $0.getPlaylists }, "getPlaylist": { $0.getPlaylist },
        "createPlaylist": { $0.createPlaylist }, "updatePlaylist": { $0.updatePlaylist },
        "deletePlaylist": { $0.deletePlaylist },
        // Audio and pictures.
        "stream": { $0.stream }, "download": { $0.download }, "getCoverArt": { $0.getCoverArt },
        "getAvatar": { $0.getAvatar },
        // Podcasts.
        "getPodcasts": { $0.getPodcasts }, "getNewestPodcasts": { $0.getNewestPodcasts },
        "getPodcastEpisode": { $0.getPodcastEpisode }, "refreshPodcasts": { $0.refusePodcastChange },
        "createPodcastChannel": { $0.refusePodcastChange }, "deletePodcastChannel": { $0.refusePodcastChange },
        "deletePodcastEpisode": { $0.refusePodcastChange }, "downloadPodcastEpisode": { $0.refusePodcastChange },
    ]

    /// The methods of the API that this server does not support.
    static let others: Set<String> = [
        "getVideos", "getVideoInfo", "getCaptions", "hls", "getLyrics", "getLyricsBySongId", "getShares",
        "createShare", "updateShare", "deleteShare", "getChatMessages", "addChatMessage", "getUsers", "createUser",
        "updateUser", "deleteUser", "changePassword", "startScan", "getTranscodeDecision", "getTranscodeStream",
    ]

    /// The supported OpenSubsonic extensions, which apps may request before they sign in.
    var extensions: Reply {
        let names =
            ["apiKeyAuthentication", "formPost", "getPodcastEpisode", "indexBasedQueue", "playbackReport"]
            + (startsWithinTracks ? ["transcodeOffset"] : [])
        return .document([
            .many(
                "openSubsonicExtensions",
                names.map { Element([("name", .text($0))], [.values("versions", [1])]) })
        ])
    }
}
