import Web

/// The parts of a request that the schema of its operation does not state.
struct WallRecipe {
    /// Members of the body, in addition to or instead of those from the schema.
    var body: [String: any Sendable] = [:]
    /// The whole body, if it is not an object.
    var raw: String?
    /// Parameters of the path or query.
    var parameters: [String: String] = [:]
    /// The expected status for a permitted caller if the request cannot succeed on this stage.
    var refusal: Int?
    /// Identifiers of this operation: the row of `WallIdentifier.all` by parameter or member.
    var identifiers: [String: String] = [:]

    /// Members with one meaning in all operations, whose schema allows more values than the server.
    static let words: [String: any Sendable] = [
        "login": "newcomer", "current": TenantRows.password, "new": "eleven brown cellos",
        "locale": "en", "timeZone": "Europe/Vienna", "accentColour": "#aabbcc", "supportPhone": "+1 555 0100",
        "supportUrl": "https://words.example/", "learnMoreUrl": "https://words.example/",
        "conversionUrl": "https://words.example/", "slug": "newcomer", "host": "newcomer.example",
        "hosts": ["newcomer.example"], "platform": "ios", "versionRange": "<2.0.0", "appVersion": "1.2.3",
    ]

    /// A day on which a message can be scheduled.
    private static let tomorrow = String(
        Instant(milliseconds: Instant.now.milliseconds + 86_400_000).description.prefix(10))

    /// The XML of a piece of one measure.
    private static let importedXML = """
        <concert><piece><name>Words, Words: Words</name><measures>1</measures>\
        <track><name>NumSeconds</name><page><time>0</time><measure>1</measure><text>0</text></page></track>\
        <track><name>Words</name><page><time>0</time><measure>1</measure><text>words</text></page></track>\
        <track><name>Structure</name><page><time>0</time><measure>1</measure><text>Words,red</text></page>\
        <page><time>1</time><measure>1</measure><text>END</text></page></track></piece></concert>
        """

    /// The recipes by `operationId`.
    static let all: [String: WallRecipe] = [
        "setLive": WallRecipe(body: ["measure": 2]),
        "stepLive": WallRecipe(body: ["by": 1]),
        "setLiveLeader": WallRecipe(body: ["leader": "person"]),
        "setAutoAdvance": WallRecipe(raw: #"{"state": "paused"}"#),
        "setFollowerReading": WallRecipe(raw: #"{"measure": 1, "confidence": 0.5}"#),
        "reportShown": WallRecipe(
            raw: #"{"transport": "sse", "clockOffsetMs": 0, "steps": [{"revision": 1, "shownAtMs": 1}]}"#),
        "sendFollowerReadings": WallRecipe(raw: #"{"measure": 1, "confidence": 0.5}"#),
        // The concert of the stage is on the air. The database assigned the number of its only piece.
        "createConcert": WallRecipe(raw: #"{"title": "words", "date": "2027-01-31"}"#),
        "changeConcert": WallRecipe(raw: #"{"venue": "words"}"#),
        "deleteConcert": WallRecipe(refusal: 409),
        "setImage": WallRecipe(parameters: ["image": "painted.png"]),
        "replaceDraft": WallRecipe(raw: #"{"revision": 1}"#),
        "changeDraft": WallRecipe(raw: #"{"baseRevision": 1}"#),
        "publishConcert": WallRecipe(raw: #"{"whileOnAir": true}"#),
        "findChanges": WallRecipe(parameters: ["from": "1"]),
        "createPiece": WallRecipe(raw: #"{"composer": "Words", "work": "Words", "movement": "Words"}"#),
        // The digest in the request says that the import was edited since.
        "importPiece": WallRecipe(
            raw: "measure,text\r\n1,words\r\n",
            parameters: ["parts": "annotations", "format": "annotations-csv", "mode": "replace", "track": "2"],
            identifiers: ["piece": "pieceDraft"]),
        "findPieceImports": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "undoPieceImport": WallRecipe(
            refusal: 409, identifiers: ["piece": "pieceDraft", "import": "pieceImport"]),
        "getPieceXML": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "replacePieceXML": WallRecipe(raw: importedXML, identifiers: ["piece": "pieceDraft"]),
        "importConcert": WallRecipe(raw: importedXML),
        "undoConcertImport": WallRecipe(refusal: 409, identifiers: ["import": "concertImport"]),
        "getPieceImportPage": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "postPieceImportPreview": WallRecipe(refusal: 422, identifiers: ["piece": "pieceDraft"]),
        "postPieceImport": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "postPieceImportUndo": WallRecipe(
            refusal: 409, identifiers: ["piece": "pieceDraft", "import": "pieceImport"]),
        "postConcertImport": WallRecipe(refusal: 422),
        "postConcertImportUndo": WallRecipe(refusal: 409, identifiers: ["import": "concertImport"]),
        "getTapPage": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "postTapTimes": WallRecipe(
            body: ["times": "1 - 1\n2 - 2\n3 - 3\n4 - 4\nend - 8"], identifiers: ["piece": "pieceDraft"]),
        "orderPieces": WallRecipe(raw: #"{"pieces": ["999999999"]}"#, refusal: 422),
        "getPieceDraft": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "changePiece": WallRecipe(raw: #"{"recording": "words"}"#, identifiers: ["piece": "pieceDraft"]),
        "deletePiece": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "getPieceMeasures": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "replacePieceMeasures": WallRecipe(
            raw: #"{"measures": [{"startMs": 0, "printed": "1", "pass": 1}], "end": {"measure": 1, "startMs": 9}}"#,
            identifiers: ["piece": "pieceDraft"]),
        "getPieceKeys": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "replacePieceKeys": WallRecipe(
            raw: #"{"keys": [{"measure": 1, "fifths": 2}]}"#, identifiers: ["piece": "pieceDraft"]),
        "getPieceIntensities": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "replacePieceIntensities": WallRecipe(
            raw: #"{"intensities": [{"measure": 1, "value": 1}]}"#, identifiers: ["piece": "pieceDraft"]),
        "findSections": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "createSection": WallRecipe(
            raw: #"{"measure": 2, "label": "words", "colour": "red"}"#, identifiers: ["piece": "pieceDraft"]),
        "replaceSections": WallRecipe(
            raw: #"{"sections": [{"measure": 1, "label": "words", "colour": "red"}]}"#,
            identifiers: ["piece": "pieceDraft"]),
        "getSection": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "changeSection": WallRecipe(raw: #"{"label": "words"}"#, identifiers: ["piece": "pieceDraft"]),
        "deleteSection": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "findAnnotationTracks": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "createAnnotationTrack": WallRecipe(raw: #"{"name": "words"}"#, identifiers: ["piece": "pieceDraft"]),
        "orderAnnotationTracks": WallRecipe(raw: #"{"tracks": ["2"]}"#, identifiers: ["piece": "pieceDraft"]),
        "getAnnotationTrack": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "changeAnnotationTrack": WallRecipe(raw: #"{"level": "advanced"}"#, identifiers: ["piece": "pieceDraft"]),
        "deleteAnnotationTrack": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "findAnnotations": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "createAnnotation": WallRecipe(
            raw: #"{"measure": 2, "text": "words"}"#, identifiers: ["piece": "pieceDraft"]),
        "replaceAnnotations": WallRecipe(
            raw: #"{"annotations": [{"measure": 1, "text": "words"}]}"#, identifiers: ["piece": "pieceDraft"]),
        "getAnnotation": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "changeAnnotation": WallRecipe(raw: #"{"text": "words"}"#, identifiers: ["piece": "pieceDraft"]),
        "deleteAnnotation": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        // The pages of a piece. The track of the stage has one note.
        "getPieceEditor": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "getPieceMeasuresPage": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "getPiecePreview": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "getPieceProofPage": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "getPieceStructurePage": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "getPieceTracksPage": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "getPieceTranslationsPage": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "postPieceAnnotation": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "postPieceAnnotationChange": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "postPieceAnnotationCopy": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "postPieceAnnotationDelete": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "postPieceAnnotationMerge": WallRecipe(refusal: 422, identifiers: ["piece": "pieceDraft"]),
        "postPieceAnnotationSplit": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "postPieceIntensities": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "postPieceKeys": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "postPieceMeasures": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "postPieceSection": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "postPieceSectionChange": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "postPieceSectionDelete": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "postPieceSections": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "postPieceUndo": WallRecipe(identifiers: ["piece": "pieceDraft", "deletion": "pieceDeletion"]),
        "postPieceTrack": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "postPieceTrackChange": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "postPieceTrackDelete": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "postPieceTrackOrder": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "postPieceTranslation": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "getScaledPicture": WallRecipe(parameters: ["width": "320"], identifiers: ["image": "file"]),
        "getPieceProofPDF": WallRecipe(refusal: 503, identifiers: ["piece": "pieceDraft"]),
        "createTerm": WallRecipe(raw: #"{"name": "words", "category": "words", "description": "words"}"#),
        "changeTerm": WallRecipe(raw: #"{"description": "words"}"#),
        // The pages of editors.
        "postConcertDelete": WallRecipe(refusal: 409),
        "postConcertOrder": WallRecipe(identifiers: ["up": "pieceDraft"]),
        "getPieceHeadingPage": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "postPieceHeading": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "postPieceDelete": WallRecipe(identifiers: ["piece": "pieceDraft"]),
        "postConcertPublication": WallRecipe(body: ["whileOnAir": "1"]),
        "getTermPage": WallRecipe(identifiers: ["term": "term"]),
        "postTerm": WallRecipe(identifiers: ["term": "term"]),
        "postTermDelete": WallRecipe(identifiers: ["term": "term"]),
        "postAssets": WallRecipe(refusal: 422),
        "createSession": WallRecipe(body: ["password": TenantRows.password], identifiers: ["login": "login"]),
        "postLogin": WallRecipe(body: ["password": TenantRows.password], identifiers: ["login": "login"]),
        "postOperatorStep": WallRecipe(body: ["by": 1]),
        "postOperatorJump": WallRecipe(body: ["measure": "2", "counted": "heard"]),
        "postOperatorPresses": WallRecipe(body: ["presses": "wall:1"]),
        // There is no move to undo yet.
        "postOperatorUndo": WallRecipe(refusal: 409),
        "postOperatorLeader": WallRecipe(body: ["leader": "person"]),
        "postOperatorAdvance": WallRecipe(body: ["action": "paused"]),
        "postOperatorPresence": WallRecipe(body: ["page": "wall"]),
        "postOperatorState": WallRecipe(body: ["state": "held"]),
        "postOperatorMessage": WallRecipe(body: ["title": "words", "style": "BUTTON", "seconds": 60]),
        "postOperatorWithdrawal": WallRecipe(identifiers: ["message": "message"]),
        "postScheduledMessage": WallRecipe(
            body: ["title": "words", "style": "BUTTON", "seconds": 60, "day": tomorrow, "time": "12:00"]),
        "scheduleMessage": WallRecipe(
            body: [
                "title": "words", "style": "BUTTON", "startsAt": "\(tomorrow)T12:00:00Z",
                "expiresAt": "\(tomorrow)T12:05:00Z",
            ]),
        "cancelMessage": WallRecipe(identifiers: ["message": "scheduledMessage"]),
        "postMessageCancellation": WallRecipe(identifiers: ["message": "scheduledMessage"]),
        "sendMessage": WallRecipe(body: ["title": "words", "style": "BUTTON"]),
        "askForPasswordReset": WallRecipe(identifiers: ["login": "login"]),
        "postPasswordResetPage": WallRecipe(identifiers: ["login": "login"]),
        "createPlatformSession": WallRecipe(body: ["login": "platform", "password": TenantRows.password]),
        "postPlatformLogin": WallRecipe(body: ["login": "platform", "password": TenantRows.password]),
        "setOwnPassword": WallRecipe(body: ["current": TenantRows.password]),
        "acknowledgeContent": WallRecipe(body: ["revision": 1]),
        "importSubscriptions": WallRecipe(raw: "login,state,until\r\nlistener-alphamark,lapsed,\r\n"),
        "importRadio": WallRecipe(
            raw: "station_slug,recognized_at,artist,title\r\nnewcomer,2026-07-13T12:03:59Z,somebody,words\r\n",
            parameters: ["import": "plays", "source": "newcomer", "name": "plays.csv", "channel": "newcomer"]),
        // Only a running import can be cancelled. The import of the stage has ended.
        "cancelImport": WallRecipe(refusal: 409),
        "useLink": WallRecipe(body: ["login": "newcomer", "password": "eleven brown cellos"]),
        "postLinkPage": WallRecipe(body: ["login": "newcomer", "password": "eleven brown cellos"]),
        "setScheduleException": WallRecipe(raw: #"{"isCancelled": true}"#, parameters: ["date": "2099-01-05"]),
        "deleteScheduleException": WallRecipe(parameters: ["date": "2026-01-12"]),
        "updateAiring": WallRecipe(raw: #"{"title": "words"}"#),
        "cancelAiring": WallRecipe(identifiers: ["airing": "comingAiring"]),
        "setActualTimes": WallRecipe(raw: "{}"),
        "setAiringAlert": WallRecipe(identifiers: ["airing": "comingAiring"]),
        "deleteAiringAlert": WallRecipe(identifiers: ["airing": "comingAiring"]),
        "getAlertCalendar": WallRecipe(identifiers: ["token": "calendarToken"]),
        "getWeekPage": WallRecipe(parameters: ["from": "2099-01-05"]),
        "getNewAiringPage": WallRecipe(identifiers: ["show": "show"]),
        "postNewAiring": WallRecipe(
            body: ["startDate": "2098-03-03", "startTime": "08:00", "minutes": "30"], identifiers: ["show": "show"]),
        "postAiring": WallRecipe(body: ["title": "words"], identifiers: ["show": "show", "episode": "episode"]),
        "postAiringActualTimes": WallRecipe(body: ["confirmed": "1"]),
        "postAiringCancel": WallRecipe(identifiers: ["airing": "comingAiring"]),
        "postNewRule": WallRecipe(
            body: ["startsOn": "2098-03-03", "startTime": "08:00", "minutes": "30"], identifiers: ["show": "show"]),
        "postRule": WallRecipe(
            body: ["startsOn": "2098-03-03", "startTime": "08:00", "minutes": "30"], identifiers: ["show": "show"]),
        "postRuleEnd": WallRecipe(body: ["lastDay": "2099-12-31"]),
        "postRuleExceptionEnd": WallRecipe(body: ["date": "2026-01-12"]),
        // The default window moves with the clock, so the request names a fixed window in which the station has a broadcast.
        "getTimeline": WallRecipe(parameters: ["at": "2099-01-05T08:30:00Z"]),
        "updateTenant": WallRecipe(body: ["multicast": ["group": "239.1.0.7", "port": 5007] as [String: any Sendable]]),
        // Only a disabled tenant can be erased, which TenantLife's EraseTests do.
        "eraseTenant": WallRecipe(parameters: ["confirm": "alphamark"], refusal: 409),
        // Both tenants already have an administrator. TenantLife's AdministratorInvitationTests create the first administrator.
        "inviteTenantAdministrator": WallRecipe(refusal: 409),
        "postPlatformTenantAdministrator": WallRecipe(refusal: 409),
        "addTenantHost": WallRecipe(parameters: ["host": "newcomer.example"]),
        "getProgrammeInformationByFM": WallRecipe(
            parameters: ["country": "ce1", "frequency": "09580", "day": "20260615_PI.xml"]),
        "getProgrammeInformationByDAB": WallRecipe(
            parameters: ["gcc": "ce1", "eid": "c185", "scids": "0", "day": "20260615_PI.xml"]),
        "getProgrammeInformationByName": WallRecipe(
            parameters: ["fqdn": "alphamark.example", "day": "20260615_PI.xml"]),
        "findShows": WallRecipe(identifiers: ["channel": "channel"]),
        "search": WallRecipe(parameters: ["q": "mark"]),
        "postPlatformTenantHostRemoval": WallRecipe(identifiers: ["host": "host"]),
        // References between catalogue items.
        "createChannel": WallRecipe(identifiers: ["art": "art"]),
        "replaceChannel": WallRecipe(identifiers: ["art": "art"]),
        "createPerson": WallRecipe(identifiers: ["art": "art"]),
        "replacePerson": WallRecipe(identifiers: ["art": "art"]),
        "findCatalogueShows": WallRecipe(identifiers: ["channel": "channel"]),
        "createShow": WallRecipe(identifiers: ["art": "art"]),
        "replaceShow": WallRecipe(identifiers: ["art": "art"]),
        // Music of this show was played. RadioTests delete a show of which nothing was played.
        "deleteShow": WallRecipe(refusal: 409),
        "postShowDelete": WallRecipe(refusal: 409),
        "findCatalogueSerials": WallRecipe(identifiers: ["show": "show"]),
        "createSerial": WallRecipe(identifiers: ["show": "show", "art": "art"]),
        "replaceSerial": WallRecipe(identifiers: ["show": "show", "art": "art"]),
        "findCatalogueEpisodes": WallRecipe(identifiers: ["show": "show"]),
        "createEpisode": WallRecipe(identifiers: ["show": "show", "serial": "serial", "art": "art"]),
        "replaceEpisode": WallRecipe(identifiers: ["show": "show", "serial": "serial", "art": "art"]),
        "postNewEpisode": WallRecipe(identifiers: ["serial": "serial"]),
        "postEpisode": WallRecipe(identifiers: ["serial": "serial"]),
        "postNewVersion": WallRecipe(identifiers: ["airing": "airing"]),
        "postVersion": WallRecipe(identifiers: ["airing": "airing"]),
        "createTopic": WallRecipe(identifiers: ["art": "art"]),
        "replaceTopic": WallRecipe(identifiers: ["art": "art"]),
        "createVersion": WallRecipe(identifiers: ["airing": "airing"]),
        "replaceVersion": WallRecipe(identifiers: ["airing": "airing"]),
        // The picture is in use. RadioTests delete an unused picture.
        "deleteArt": WallRecipe(refusal: 409),
        "setArtImage": WallRecipe(parameters: ["position": "2"]),
        "deleteArtImage": WallRecipe(parameters: ["position": "1"]),
        "getArtImage": WallRecipe(parameters: ["position": "1"]),
        // The stage has no SoundCloud application. MusicLibraryTests connect accounts to a stand-in.
        "beginConnection": WallRecipe(body: ["returnTo": "/library"], refusal: 503),
        // The operation is public, because a browser returns to this path without its cookie. The page itself refuses requests without a cookie.
        "completeConnection": WallRecipe(parameters: ["state": "newcomer", "code": "newcomer"], refusal: 401),
        "createLibrarySync": WallRecipe(raw: #"{"parts": ["likes"]}"#),
        "searchSoundCloud": WallRecipe(parameters: ["q": "mark", "kind": "tracks"], refusal: 503),
        "createPlaylist": WallRecipe(raw: #"{"title": "words", "tracks": []}"#, refusal: 503),
        "replacePlaylist": WallRecipe(raw: #"{"title": "words", "tracks": []}"#, refusal: 503),
        "deletePlaylist": WallRecipe(refusal: 503),
        "postDiscover": WallRecipe(identifiers: ["track": "cloudTrack"]),
        "getLibrarySearchPage": WallRecipe(parameters: ["q": "mark", "kind": "tracks", "of": "own"]),
        "searchLibrary": WallRecipe(parameters: ["q": "mark", "kind": "all"]),
        // The request names the starting track that is already chosen. For another track, the server would send a request to SoundCloud.
        "setDiscover": WallRecipe(identifiers: ["track": "cloudTrack"]),
        "setDiscoverResume": WallRecipe(body: ["index": 0, "positionMs": 1], identifiers: ["seed": "cloudTrack"]),
        // The player of the stage has one track and is stopped.
        "sendPlayerEvent": WallRecipe(raw: #"{"event": "tapAnywhere"}"#),
        "playPlayer": WallRecipe(raw: "{}"),
        "playContext": WallRecipe(raw: #"{"context": "podcasts"}"#),
        "pausePlayer": WallRecipe(raw: "{}"),
        "seekPlayer": WallRecipe(raw: #"{"positionMs": 1000}"#),
        "setPlayerShuffle": WallRecipe(raw: #"{"on": true}"#),
        "setPlayerRepeat": WallRecipe(raw: #"{"mode": "one"}"#),
        "playNext": WallRecipe(raw: "{}"),
        "playPrevious": WallRecipe(raw: "{}"),
        "transferPlayer": WallRecipe(raw: #"{"device": "phone"}"#),
        "setPlayerQueue": WallRecipe(raw: #"{"tracks": []}"#),
        "addPlayerTracks": WallRecipe(raw: #"{"tracks": []}"#),
        "movePlayerTrack": WallRecipe(raw: #"{"from": 0, "to": 0}"#),
        "setPlayerDevice": WallRecipe(raw: #"{"name": "words"}"#),
        // The guest is the only member of the stage's shared session.
        "getSharedSession": WallRecipe(refusal: 404),
        "createSharedSession": WallRecipe(body: ["name": "words", "rule": "everyone"]),
        "joinSharedSession": WallRecipe(body: ["name": "words"], identifiers: ["invitation": "sharedInvitation"]),
        "leaveSharedSession": WallRecipe(refusal: 404),
        "endSharedSession": WallRecipe(refusal: 404),
        "sendSharedEvent": WallRecipe(body: ["event": "play", "rule": "everyone"], refusal: 404),
        "getSharedQueue": WallRecipe(refusal: 404),
        "getSharedStream": WallRecipe(refusal: 404),
        "createSharedInvitation": WallRecipe(raw: "{}", refusal: 404),
        "revokeSharedInvitations": WallRecipe(refusal: 404),
        "getJoinPage": WallRecipe(identifiers: ["secret": "sharedInvitation"]),
        "postJoin": WallRecipe(identifiers: ["secret": "sharedInvitation"]),
        "postSharedStart": WallRecipe(body: ["name": "words", "rule": "everyone"]),
        "postSharedEvent": WallRecipe(body: ["event": "play", "rule": "everyone"], refusal: 404),
        "postSharedMember": WallRecipe(refusal: 404),
        "postSharedQueue": WallRecipe(refusal: 404),
        "postSharedInvitation": WallRecipe(refusal: 404),
        "postSharedLeave": WallRecipe(refusal: 404),
        "setViewState": WallRecipe(raw: #"{"view": "likes", "params": {"search": "words"}}"#),
        "mergeLibraryArtist": WallRecipe(refusal: 422, identifiers: ["into": "libraryArtist"]),
        "mergeLibraryAlbum": WallRecipe(refusal: 422, identifiers: ["into": "libraryAlbum"]),
        "mergeLibraryLabel": WallRecipe(refusal: 422, identifiers: ["into": "libraryLabel"]),
        "splitLibraryArtist": WallRecipe(body: ["names": ["newcomer", "words"]]),
        "moveLibraryTrack": WallRecipe(body: ["to": "podcasts"], identifiers: ["station": "station"]),
        "updateStation": WallRecipe(raw: #"{"name": "words"}"#),
        "addLibraryTrack": WallRecipe(identifiers: ["track": "cloudTrack"]),
        "addPodcastTrack": WallRecipe(identifiers: ["track": "cloudTrack", "station": "station"]),
        "postLibraryLike": WallRecipe(identifiers: ["like": "cloudTrack"]),
        "postLibraryFollowing": WallRecipe(identifiers: ["follow": "cloudUser"]),
        "postLibraryAddition": WallRecipe(identifiers: ["add": "cloudTrack"]),
        "correctLibraryTrack": WallRecipe(raw: #"{"artists": ["newcomer", "words"], "version": "words"}"#),
        "postArtistMerge": WallRecipe(refusal: 422, identifiers: ["into": "libraryArtist"]),
        "postAlbumMerge": WallRecipe(refusal: 422, identifiers: ["into": "libraryAlbum"]),
        "postLabelMerge": WallRecipe(refusal: 422, identifiers: ["into": "libraryLabel"]),
        "postArtistSplit": WallRecipe(body: ["names": "newcomer\nwords"]),
        "postTrackCorrection": WallRecipe(
            body: ["artists": "newcomer\nwords", "title": "words", "version": "words"]),
        "postTrackMove": WallRecipe(identifiers: ["station": "station"]),
        "postPodcastSuggestions": WallRecipe(identifiers: ["track": "libraryTrack", "station": "station"]),
        "postCorrectionRemoval": WallRecipe(identifiers: ["correction": "libraryCorrection"]),
        "postListenRemoval": WallRecipe(identifiers: ["listen": "listen"]),
        "postPodcastStationTracks": WallRecipe(identifiers: ["track": "libraryTrack"]),
        "postPlayerLastTrack": WallRecipe(identifiers: ["track": "libraryTrack"]),
        "postPlayerNextTrack": WallRecipe(identifiers: ["track": "libraryTrack"]),
        "recordListens": WallRecipe(
            raw:
                #"{"listens": [{"track": "soundcloud:tracks:80001", "listenedAt": "2026-07-01T10:00:00Z", "playedMs": 150000}]}"#
        ),
        "getStationFeed": WallRecipe(identifiers: ["token": "feedToken"]),
        "getTrackAudio": WallRecipe(refusal: 503),
        "setCloudApplication": WallRecipe(refusal: 503), "postCloudApplication": WallRecipe(refusal: 503),
        "getTrackStreams": WallRecipe(refusal: 503),
        "getStationFeedAudio": WallRecipe(refusal: 503, identifiers: ["token": "feedToken", "track": "cloudTrack"]),
        // The revision is outdated. MusicLibraryTests apply a current revision.
        "applyReclassification": WallRecipe(raw: #"{"revision": "words"}"#, refusal: 412),
        "postReclassification": WallRecipe(body: ["revision": "words"], refusal: 412),
        // The stage has no encryption key. MusicLibraryTests create app passwords.
        "createAppPassword": WallRecipe(refusal: 503),
        "postClient": WallRecipe(refusal: 503),
        "setScrobbleConnection": WallRecipe(refusal: 503),
        "postScrobbleConnection": WallRecipe(refusal: 503),
        "getDefaultArt": WallRecipe(parameters: ["picture": "show.svg"]),
        "getStylesheet": WallRecipe(parameters: ["stylesheet": "pages-0.css"]),
        "getAudienceFile": WallRecipe(parameters: ["audienceFile": "audience-0.js"]),
        "getAudienceIcon": WallRecipe(parameters: ["audienceIcon": "icon-192.png"]),
        // Only the demo tenant has the gallery of components.
        "getDesign": WallRecipe(refusal: 404),
        // Only the demo tenant has sound. DemoSoundTests listen to it.
        "getDemoChannelStream": WallRecipe(refusal: 404), "getDemoRecording": WallRecipe(refusal: 404),
    ]
}
