extension APIError.Code {
    /// The meaning of this code in one sentence. The `detail` of an error is more specific.
    public var meaning: String {
        switch self {
        // MARK: Paths and methods

        case .noSuchPath:
            "The path does not exist, or the tenant has no RadioDNS service with this identifier."
        case .notFound:
            "The API reference has no group with this name, the tenant has no own SoundCloud application, or the picture does not exist."
        case .noSuchFile: "The iNotes app requested a file that does not exist."
        case .methodNotAllowed: "The path does not allow this method; the `Allow` header lists the methods."
        case .unknownHost: "No tenant has the host name of the request."
        case .badPath: "The target of the request cannot be read as a path."
        case .badRequest: "The request has no host, or a header that the proxy added contains no usable host."

        // MARK: Parameters and content

        case .unknownParameter: "The query has a parameter that the operation does not know."
        case .badJSON: "The content is not well-formed JSON."
        case .badForm: "The form or the query is malformed, has too many fields, or has a field more than once."
        case .badMultipart: "The multipart content is malformed, or one of its parts cannot be used."
        case .multipartTooLarge:
            "The multipart content has too many parts, or the header or name of a part has too many bytes."
        case .noContent: "The request requires content but has none."
        case .contentTooLarge: "The file has more bytes than allowed."
        case .unsupportedMediaType: "The operation does not accept this media type, charset or content encoding."
        case .notAPicture: "The file is not a PNG, JPEG or WebP picture, or is damaged."
        case .nulByte: "A value contains the character U+0000, which cannot be stored."
        case .invalid:
            "The request is well-formed, but a value is missing or not allowed, or the change would break a rule or limit."
        case .badIdempotencyKey: "The `Idempotency-Key` header is malformed or occurs more than once."
        case .idempotencyKeyReused: "The idempotency key was used for another request."
        case .changedMeanwhile: "The resource has changed since the client read it."
        case .noHost: "A link cannot be created, because the tenant or the request has no usable host name."

        // MARK: Limits and the state of the server

        case .rateLimited: "Too many requests came from an IP address or an account, or to a tenant, in a short time."
        case .busy: "Too many tasks of this kind are running or waiting; nothing was done."
        case .tenantBusy:
            "Too many requests to this tenant are waiting for a response, or too many streams of readings are open."
        case .tooManyStreams:
            "The IP address has too many open event streams, or the account plays on too many devices or too many tracks."
        case .streamsExhausted: "The tenant has reached its limit of open event streams."
        case .storedBytesExceeded: "The tenant has reached its limit of stored bytes."
        case .diskFull: "The server's disk is full; nothing was saved."
        case .databaseUnavailable: "The server cannot reach its database."
        case .cancelled: "The request was cancelled, or the actual times of a cancelled broadcast cannot be changed."
        case .internalError: "An error occurred on the server; the log of the server has the request ID."

        // MARK: Access

        case .notLoggedIn: "The request has no valid credentials."
        case .invalidToken: "The token is malformed or unknown, has been used or has expired."
        case .invalidCredentials: "The login or the password is wrong."
        case .tooManyAttempts: "Too many sign-ins failed in a short time."
        case .subscriptionRequired: "The listener has no valid subscription."
        case .accountSupportRequired: "The listener must contact the tenant's support first."
        case .wrongRole: "The role of the account does not have the permission."
        case .outOfScope: "The scope of the token does not include the operation."
        case .forgedRequest:
            "The request does not seem to come from a page of this site, or its security token is missing or out of date."
        case .upgradeRequired: "An upgrade rule of the tenant requires another version of the app."

        // MARK: Accounts

        case .noSuchAccount: "The tenant has no account with this ID."
        case .noSuchUser: "No account has this login, or the server does not know this SoundCloud user."
        case .noSuchSession: "The account has no session with this ID."
        case .noSuchToken: "The account has no access token with this ID."
        case .noSuchLink: "The link is unknown, has been used or has expired."
        case .noSuchInvitation: "The invitation is unknown, has been used, has been withdrawn or has expired."
        case .noSuchStream: "The account plays no stream with this ID, or the stream has ended or was taken over."
        case .loginTaken: "Another account has this login."
        case .accountDisabled: "The account is disabled."
        case .lastAdministrator: "The change would leave the tenant without an administrator who can sign in."
        case .noListener: "Only accounts with the role `listener` have a subscription."
        case .signUpClosed: "The tenant accepts new accounts by invitation only."
        case .tooManyAccounts: "The tenant has reached its limit of accounts."
        case .tooManyAccountsMade: "Too many attempts to create an account came from this IP address in a short time."
        case .tooManyInvitations: "The limit of open invitations, or of invitations in one hour, is reached."
        case .tooManyTokens: "The account has reached its limit of access tokens."

        // MARK: Tenants and their apps

        case .noSuchTenant:
            "No tenant has this short name, the tenant does not have this host name, or the tenant no longer exists."
        case .slugTaken: "Another tenant has this short name, or another channel has this slug."
        case .hostTaken: "Another tenant has this host name."
        case .tenantEnabled: "Only a disabled tenant can be erased."
        case .administratorExists: "The tenant already has an administrator, who can invite others."
        case .noLogo: "The tenant has no logo."
        case .exportTooLarge: "The archive has more bytes than can be downloaded."
        case .exportFile: "The file of the archive cannot be written."
        case .noSuchNotice: "No notice has this ID."
        case .forcedUpgrade: "A forced upgrade cannot be dismissed."
        case .noSuchRule: "No upgrade rule or schedule rule has this ID."
        case .tooManyRules: "The tenant has too many upgrade rules, or the channel has too many schedule rules."

        // MARK: Concerts

        case .noSuchConcert: "No concert has this short name."
        case .noSuchPiece:
            "The concert on the air has no piece with this name, or the drafts have no piece with this ID."
        case .noSuchMeasure:
            "The score of the piece does not have this measure, or the measure is not heard that often."
        case .measureOutOfRange: "The piece does not have this measure, counted as heard."
        case .noLiveConcert: "No concert is on the air."
        case .emptyConcert: "The concert has no pieces and cannot be put on the air."
        case .scopeTaken: "Another live concert sends packets to the same group, port and interface."
        case .positionMoved: "The position has changed since the client read it; nothing was done."
        case .sourcesDecided:
            "Since the press, another person has moved the concert, or changed the leader or the automatic advance; nothing was done."
        case .liveHeld: "The position is held, so only an operator may move it."
        case .liveEnded: "The concert has ended."
        case .liveBusy: "Too many changes of the position are waiting."
        case .beyondProgramme: "The step leads beyond the beginning or the end of the programme."
        case .sourceNotLeading: "Another source leads the concert, or a person has taken over."
        case .noReferenceTimes: "The piece has no times of a reference recording."
        case .noTappedTempo: "No tempo can be computed from the latest presses of Next."
        case .stepOutOfRange: "The step has zero measures, or too many measures."
        case .nothingToUndo:
            "The latest move was not made with this account as an operator, or has no earlier position in the programme."
        case .undoTooLate: "The latest move is too old to be undone."
        case .noSuchMessage: "No message with this ID can be withdrawn or cancelled."
        case .invalidMessage: "The message has a value that is not allowed, or was sent too often."
        case .tooManyPieces: "The requested pieces have too many bytes in total."
        case .contentChanging: "The content is being changed; try again in a moment."

        // MARK: Concerts: editing

        case .concertExists: "Another concert of the tenant has this short name."
        case .concertOnAir: "The concert is on the air, and this request is not allowed on the air."
        case .draftOutdated: "The draft is not based on the published revision."
        case .unpublishableDraft: "Phones cannot show the draft; the response lists the reasons."
        case .noSuchRevision: "The concert has no revision with this number."
        case .noSuchAnnotationTrack: "The piece has no annotation track with this ID."
        case .noSuchAnnotation: "The track has no annotation with this ID."
        case .noSuchSection: "The piece has no section with this ID."
        case .noSuchTerm: "The glossary has no term with this name."
        case .noSuchImage: "No picture has this name, or the concert on the air does not show the picture."
        case .noSuchAsset: "The app has no asset with this name, or the concert does not have the asset."
        case .imageInUse: "A text or the glossary names the picture, so it cannot be deleted."
        case .editedSinceImport: "The draft was edited after the import, so the import cannot be undone."

        // MARK: Radio: the catalogue

        case .noSuchChannel: "The channel does not exist or is not active."
        case .noSuchCategory: "The category does not exist."
        case .noSuchGenre: "The genre does not exist."
        case .noSuchShow: "The show does not exist or is not active."
        case .noSuchSerial: "The serial does not exist."
        case .noSuchEpisode: "The episode does not exist, or its show is not active."
        case .noSuchVersion: "The on-demand recording does not exist or is not available."
        case .noSuchPerson: "The person does not exist."
        case .noSuchTopic: "The topic or keyword does not exist."
        case .noSuchArt: "The picture does not exist."
        case .nameTaken: "Another category, genre or member of the shared session has this name."
        case .codeTaken: "Another genre has this code."
        case .numberTaken: "Another channel has one of these numbers on the same platform."
        case .artInUse: "The picture is still in use and cannot be deleted."
        case .showWasHeard: "The show has tracks in the music log, which must be kept."
        case .goneMeanwhile: "An item that the content refers to was deleted after the client read it."

        // MARK: Radio: the schedule

        case .noSuchAiring: "The broadcast does not exist, or its show or channel is not active."
        case .noSuchSlot:
            "The schedule rule has no broadcast, or no exception, on this day, or the date is not valid."
        case .noSuchCut: "The cut does not exist."
        case .airingConflict: "Another broadcast, which `detail` names, is on at the same time."
        case .timeNotFree: "The channel has another broadcast at that time."
        case .hasBegun: "The broadcast has begun and can no longer be changed by its rule."
        case .hasActualTimes: "The actual times of the broadcast are recorded, so its planned times cannot be changed."
        case .wasOn: "The music log shows that the broadcast was on air, so it cannot be cancelled."
        case .notMadeUp: "The broadcasts of the next two days have too little time to absorb the overrun."
        case .noRule: "The broadcast does not belong to a schedule rule."
        case .notWeekly: "The schedule rule does not repeat weekly."
        case .alreadyThen: "The schedule rule already has a broadcast on that weekday."
        case .tooFar: "The broadcasts of a rule can be moved by at most six days."
        case .unknownTimeZone: "The server does not know the time zone of the channel."
        case .tooManySelections: "Event streams for too many different selections of channels are open."

        // MARK: Radio: alerts

        case .noSuchAlert: "The account has no alert on this item."
        case .noSuchCalendar: "The account has no calendar address."
        case .airingHasBegun: "The broadcast has begun, so no alert can be set on it."
        case .airingIsCancelled: "The broadcast is cancelled, so no alert can be set on it."
        case .tooManyAlerts: "The account has reached its limit of alerts."

        // MARK: Radio: imports

        case .noSuchImport:
            "The import does not exist or cannot be undone, or the deletion can no longer be undone."
        case .noSuchFormat: "No import format has this name."
        case .importRefused: "The file has errors; nothing was imported."
        case .importUnderWay: "Another import of this station is in progress."
        case .importCancelled: "The import was cancelled; nothing was written."
        case .importFinished: "The import has ended and can no longer be cancelled."
        case .scheduleChanged: "The schedule was changed during the import; nothing was written."

        // MARK: Music libraries

        case .noSuchTrack:
            "The library, the podcasts or the station does not contain the track, or the server cannot load the track."
        case .noSuchArtist: "The library has no artist with this ID."
        case .noSuchAlbum: "The library has no album with this ID."
        case .noSuchLabel: "The library has no label with this ID."
        case .noSuchStation: "The listener has no station with this ID."
        case .noSuchFeed:
            "The listener has no station with this ID, or the station has no feed address."
        case .noSuchContext: "The listener has no list of tracks with this name."
        case .noSuchListen: "The listening history has no entry with this ID."
        case .noSuchTeaching: "The listener has no correction with this ID."
        case .noSuchAppPassword: "The listener has no app password with this ID."
        case .noSecretKey: "The server has no key for encrypting app passwords, tokens and client secrets."
        case .tooManyAppPasswords: "The listener has reached the limit of app passwords."
        case .tooManyStations: "The listener has reached the limit of stations."
        case .tooManyListens: "The listening history has too many entries for one export."
        case .nothingChosen: "No starting track of Discover is chosen."
        case .anotherSeed: "Another starting track of Discover was chosen."
        case .nothingRelated: "SoundCloud has no tracks related to the starting track."

        // MARK: Players

        case .eventNotAllowed:
            "The player does not allow the event in its present state, or the rule of the shared session forbids it."
        case .emptyQueue: "The player's queue is empty."
        case .noSuchIndex: "The player's queue has no track at this index."
        case .queueFull: "The player's queue would have too many tracks."
        case .notLive: "The current track is a recording, and the request is for a live stream."
        case .isLive:
            "The current track is a live stream and the request is for a recording, or a shared queue would get a live stream."
        case .noSuchDevice: "The listener has no device with this ID."
        case .noSharedSession: "The listener is not in a shared session."
        case .inSharedSession: "The listener is in a shared session and must leave the session first."
        case .sharedSessionFull: "The shared session has the maximum number of members."
        case .sessionEnded: "The shared session of the invitation has ended."
        case .invitationExpired: "The invitation to a shared session has expired."
        case .invitationRevoked: "The invitation to a shared session was revoked."
        case .ownerOnly: "Only the owner of the shared session may do this."
        case .notYourTurn: "Another member of the shared session has the turn to add a track."
        case .noSuchMember: "The shared session has no other member with this ID."

        // MARK: SoundCloud

        case .soundCloudNotConfigured: "The server has no SoundCloud application."
        case .notConnected: "No SoundCloud account is connected."
        case .listenBrainzNotConfigured: "The server is not configured to send listens to ListenBrainz."
        case .listenBrainzNotConnected: "No ListenBrainz account is connected."
        case .listenBrainzUnavailable: "The ListenBrainz server is not available or did not confirm the token."
        case .connectionLost:
            "The SoundCloud connection no longer works, for example because the server cannot decrypt its tokens."
        case .connectionRefused:
            "SoundCloud did not grant the connection: the user declined it, or SoundCloud refused it."
        case .unknownState:
            "The link back from SoundCloud is unknown, has been used, has expired or belongs to another account."
        case .noSuchSync: "The listener has no sync with this ID."
        case .tryAgain: "A sync has just ended, and a new sync can start in a moment."
        case .noSuchPlaylist: "The playlist does not exist, or is private and owned by somebody else."
        case .notYourPlaylist: "The playlist belongs to somebody else."
        case .playlistNotWhole: "SoundCloud does not show all tracks of the playlist to this server."
        case .playlistUnconfirmed: "SoundCloud did not confirm the new playlist, which may exist."
        case .notUpstream: "The item does not exist on SoundCloud, or SoundCloud does not show it to the account."
        case .upstreamBusy:
            "SoundCloud is limiting requests, or this server's own limit for SoundCloud is reached."
        case .upstreamRefused: "SoundCloud refused the request, or the client secret of the tenant cannot be decrypted."
        case .upstreamUnavailable: "SoundCloud is not available, or its response does not fit the request."
        case .trackBlocked: "SoundCloud does not allow apps to play the track."
        case .noAudio: "There is no stream of the track, the channel or the episode that an app can play."
        case .audioEncrypted: "SoundCloud encrypts the track for its own players."
        case .audioUnreadable: "SoundCloud's stream of the track cannot be read."
        case .audioHostRefused: "SoundCloud's stream of the track is on a host that the server does not contact."
        }
    }
}
