extension APIError {
    /// The code of an error, the only member of a problem that programs should compare.
    ///
    /// The raw value is the `code` of a problem and the end of its `type`. Raw values never change, so each is written out. Each `MARK` comment
    /// becomes a section of `docs/errors.md`, which `scripts/error-codes` writes.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        // MARK: Paths and methods

        case noSuchPath = "no-such-path"
        case notFound = "not-found"
        case noSuchFile = "no-such-file"
        case methodNotAllowed = "method-not-allowed"
        case unknownHost = "unknown-host"
        case badPath = "bad-path"
        case badRequest = "bad-request"

        // MARK: Parameters and content

        case unknownParameter = "unknown-parameter"
        case badJSON = "bad-json"
        case badForm = "bad-form"
        case badMultipart = "bad-multipart"
        case multipartTooLarge = "multipart-too-large"
        case noContent = "no-content"
        case contentTooLarge = "content-too-large"
        case unsupportedMediaType = "unsupported-media-type"
        case notAPicture = "not-a-picture"
        case nulByte = "nul-byte"
        case invalid = "invalid"
        case badIdempotencyKey = "bad-idempotency-key"
        case idempotencyKeyReused = "idempotency-key-reused"
        case changedMeanwhile = "changed-meanwhile"
        case noHost = "no-host"

        // MARK: Limits and the state of the server

        case rateLimited = "rate-limited"
        case busy = "busy"
        case tenantBusy = "tenant-busy"
        case tooManyStreams = "too-many-streams"
        case streamsExhausted = "streams-exhausted"
        case storedBytesExceeded = "stored-bytes-exceeded"
        case diskFull = "disk-full"
        case databaseUnavailable = "database-unavailable"
        case cancelled = "cancelled"
        case internalError = "internal"

        // MARK: Access

        case notLoggedIn = "not-logged-in"
        case invalidToken = "invalid-token"
        case invalidCredentials = "invalid-credentials"
        case tooManyAttempts = "too-many-attempts"
        case subscriptionRequired = "subscription-required"
        case accountSupportRequired = "account-support-required"
        case wrongRole = "wrong-role"
        case outOfScope = "out-of-scope"
        case forgedRequest = "forged-request"
        case upgradeRequired = "upgrade-required"

        // MARK: Accounts

        case noSuchAccount = "no-such-account"
        case noSuchUser = "no-such-user"
        case noSuchSession = "no-such-session"
        case noSuchToken = "no-such-token"
        case noSuchLink = "no-such-link"
        case noSuchInvitation = "no-such-invitation"
        case noSuchStream = "no-such-stream"
        case loginTaken = "login-taken"
        case accountDisabled = "account-disabled"
        case lastAdministrator = "last-administrator"
        case noListener = "no-listener"
        case signUpClosed = "sign-up-closed"
        case tooManyAccounts = "too-many-accounts"
        case tooManyAccountsMade = "too-many-accounts-made"
        case tooManyInvitations = "too-many-invitations"
        case tooManyTokens = "too-many-tokens"

        // MARK: Tenants and their apps

        case noSuchTenant = "no-such-tenant"
        case slugTaken = "slug-taken"
        case hostTaken = "host-taken"
        case tenantEnabled = "tenant-enabled"
        case administratorExists = "administrator-exists"
        case noLogo = "no-logo"
        case exportTooLarge = "export-too-large"
        case exportFile = "export-file"
        case noSuchNotice = "no-such-notice"
        case forcedUpgrade = "forced-upgrade"
        case noSuchRule = "no-such-rule"
        case tooManyRules = "too-many-rules"

        // MARK: Concerts

        case noSuchConcert = "no-such-concert"
        case noSuchPiece = "no-such-piece"
        case noSuchMeasure = "no-such-measure"
        case measureOutOfRange = "measure-out-of-range"
        case noLiveConcert = "no-live-concert"
        case emptyConcert = "empty-concert"
        case scopeTaken = "scope-taken"
        case positionMoved = "position-moved"
        case sourcesDecided = "sources-decided"
        case liveHeld = "live-held"
        case liveEnded = "live-ended"
        case liveBusy = "live-busy"
        case beyondProgramme = "beyond-programme"
        case sourceNotLeading = "source-not-leading"
        case noReferenceTimes = "no-reference-times"
        case noTappedTempo = "no-tapped-tempo"
        case stepOutOfRange = "step-out-of-range"
        case nothingToUndo = "nothing-to-undo"
        case undoTooLate = "undo-too-late"
        case noSuchMessage = "no-such-message"
        case invalidMessage = "invalid-message"
        case tooManyPieces = "too-many-pieces"
        case contentChanging = "content-changing"

        // MARK: Concerts: editing

        case concertExists = "concert-exists"
        case concertOnAir = "concert-on-air"
        case draftOutdated = "draft-outdated"
        case unpublishableDraft = "unpublishable-draft"
        case noSuchRevision = "no-such-revision"
        case noSuchAnnotationTrack = "no-such-annotation-track"
        case noSuchAnnotation = "no-such-annotation"
        case noSuchSection = "no-such-section"
        case noSuchTerm = "no-such-term"
        case noSuchImage = "no-such-image"
        case noSuchAsset = "no-such-asset"
        case imageInUse = "image-in-use"
        case editedSinceImport = "edited-since-import"

        // MARK: Radio: the catalogue

        case noSuchChannel = "no-such-channel"
        case noSuchCategory = "no-such-category"
        case noSuchGenre = "no-such-genre"
        case noSuchShow = "no-such-show"
        case noSuchSerial = "no-such-serial"
        case noSuchEpisode = "no-such-episode"
        case noSuchVersion = "no-such-version"
        case noSuchPerson = "no-such-person"
        case noSuchTopic = "no-such-topic"
        case noSuchArt = "no-such-art"
        case nameTaken = "name-taken"
        case codeTaken = "code-taken"
        case numberTaken = "number-taken"
        case artInUse = "art-in-use"
        case showWasHeard = "show-was-heard"
        case goneMeanwhile = "gone-meanwhile"

        // MARK: Radio: the schedule

        case noSuchAiring = "no-such-airing"
        case noSuchSlot = "no-such-slot"
        case noSuchCut = "no-such-cut"
        case airingConflict = "airing-in-the-way"
        case timeNotFree = "time-not-free"
        case hasBegun = "has-begun"
        case hasActualTimes = "has-actual-times"
        case wasOn = "was-on"
        case notMadeUp = "not-made-up"
        case noRule = "no-rule"
        case notWeekly = "not-weekly"
        case alreadyThen = "already-then"
        case tooFar = "too-far"
        case unknownTimeZone = "unknown-time-zone"
        case tooManySelections = "too-many-selections"

        // MARK: Radio: alerts

        case noSuchAlert = "no-such-alert"
        case noSuchCalendar = "no-such-calendar"
        case airingHasBegun = "airing-has-begun"
        case airingIsCancelled = "airing-is-cancelled"
        case tooManyAlerts = "too-many-alerts"

        // MARK: Radio: imports

        case noSuchImport = "no-such-import"
        case noSuchFormat = "no-such-format"
        case importRefused = "import-refused"
        case importUnderWay = "import-under-way"
        case importCancelled = "import-cancelled"
        case importFinished = "import-finished"
        case scheduleChanged = "schedule-changed"

        // MARK: Music libraries

        case noSuchTrack = "no-such-track"
        case noSuchArtist = "no-such-artist"
        case noSuchAlbum = "no-such-album"
        case noSuchLabel = "no-such-label"
        case noSuchStation = "no-such-station"
        case noSuchFeed = "no-such-feed"
        case noSuchContext = "no-such-context"
        case noSuchListen = "no-such-listen"
        case noSuchTeaching = "no-such-teaching"
        case noSuchAppPassword = "no-such-app-password"
        case noSecretKey = "no-secret-key"
        case tooManyAppPasswords = "too-many-app-passwords"
        case tooManyStations = "too-many-stations"
        case tooManyListens = "too-many-listens"
        case nothingChosen = "nothing-chosen"
        case anotherSeed = "another-seed"
        case nothingRelated = "nothing-related"

        // MARK: Players

        case eventNotAllowed = "event-not-allowed"
        case emptyQueue = "empty-queue"
        case noSuchIndex = "no-such-index"
        case queueFull = "queue-full"
        case notLive = "not-live"
        case isLive = "is-live"
        case noSuchDevice = "no-such-device"
        case noSharedSession = "no-shared-session"
        case inSharedSession = "in-shared-session"
        case sharedSessionFull = "shared-session-full"
        case sessionEnded = "session-ended"
        case invitationExpired = "invitation-expired"
        case invitationRevoked = "invitation-revoked"
        case ownerOnly = "owner-only"
        case notYourTurn = "not-your-turn"
        case noSuchMember = "no-such-member"

        // MARK: SoundCloud

        case soundCloudNotConfigured = "soundcloud-not-configured"
        case notConnected = "not-connected"
        case listenBrainzNotConfigured = "listenbrainz-not-configured"
        case listenBrainzNotConnected = "listenbrainz-not-connected"
        case listenBrainzUnavailable = "listenbrainz-unavailable"
        case connectionLost = "connection-lost"
        case connectionRefused = "connection-refused"
        case unknownState = "unknown-state"
        case noSuchSync = "no-such-sync"
        case tryAgain = "try-again"
        case noSuchPlaylist = "no-such-playlist"
        case notYourPlaylist = "not-your-playlist"
        case playlistNotWhole = "playlist-not-whole"
        case playlistUnconfirmed = "playlist-unconfirmed"
        case notUpstream = "not-upstream"
        case upstreamBusy = "upstream-busy"
        case upstreamRefused = "upstream-refused"
        case upstreamUnavailable = "upstream-unavailable"
        case trackBlocked = "track-blocked"
        case noAudio = "no-audio"
        case audioEncrypted = "audio-encrypted"
        case audioUnreadable = "audio-unreadable"
        case audioHostRefused = "audio-host-refused"

        /// The `type` of a problem with this code (RFC 9457).
        public var problemType: String { "urn:tutti:problem:\(rawValue)" }
    }
}
