import HTTP
import MusicLibrary
import PNG
import SoundCloud
import Tenancy
import Web

/// The endpoints below `/rest`: the Subsonic API 1.16.1 with OpenSubsonic, as far as it applies to a library of SoundCloud tracks
/// (docs/decisions/0038, spec E8, M2).
///
/// Only `App` depends on this module, so the module can be removed together with its wiring in `App`.
public struct SubsonicRoutes: Sendable {
    let authentication: ClientAuthentication
    let songs: SongStore
    let albums: AlbumStore
    let artists: ArtistStore
    let playlists: PlaylistStore
    let podcasts: PodcastStore
    let covers: CoverStore
    let listens: ListenStore
    let likes: LikeChange
    let ratings: TrackRatingStore
    let bookmarks: BookmarkStore
    let savedQueues: SavedQueueStore
    let players: any PlayerSessions
    let radio: any InternetRadio
    let cloud: MusicCloud?
    let transcoder: (any AudioTranscoder)?
    let announcer: (any NowPlayingAnnouncer)?
    let made: PlaylistChanges
    let drawings = PictureCache<CoverDrawing> { $0.drawing }
    private let workers: Workers

    /// Creates the endpoints.
    ///
    /// - Parameters:
    ///   - cloud: The SoundCloud client; `nil` if the installation has no SoundCloud application, so that no track can be played.
    ///   - vault: The vault that encrypts app passwords; `nil` if the installation has no key, so that tokens never match.
    ///   - transcoder: The converter of audio; `nil` if apps get only SoundCloud's format.
    ///   - announcer: The service that announces to other servers what a listener plays; `nil` for no announcements.
    ///   - workers: The threads that encode long responses.
    public init(
        database: TenantDatabase, cloud: MusicCloud?, vault: TokenVault?, transcoder: (any AudioTranscoder)? = nil,
        players: any PlayerSessions, radio: any InternetRadio, announcer: (any NowPlayingAnnouncer)? = nil,
        workers: Workers = Workers("tutti.subsonic", width: 1, limit: 1_000)
    ) {
        authentication = ClientAuthentication(database: database, vault: vault)
        songs = SongStore(database: database, isPassedOn: cloud?.audio.isPassedOn ?? true)
        albums = AlbumStore(database: database)
        artists = ArtistStore(database: database)
        playlists = PlaylistStore(database: database)
        podcasts = PodcastStore(database: database)
        covers = CoverStore(database: database)
        listens = ListenStore(database: database)
        likes = LikeChange(database: database)
        ratings = TrackRatingStore(database: database)
        bookmarks = BookmarkStore(database: database)
        savedQueues = SavedQueueStore(database: database)
        self.players = players
        self.radio = radio
        self.cloud = cloud
        self.transcoder = transcoder
        self.announcer = announcer
        made = PlaylistChanges(database: database, cloud: cloud)
        self.workers = workers
    }

    public var routes: [Route] {
        [
            Route(
                "getSubsonic", .get, "/rest/{subsonicMethod}", access: .everyone, errors: .plain, endpoint: getSubsonic),
            Route(
                "postSubsonic", .post, "/rest/{subsonicMethod}", access: .everyone, errors: .plain,
                bodyLimit: 256 * 1024, isForAnySite: true, endpoint: postSubsonic),
        ]
    }

    /// Answers `getSubsonic` in the format of the parameter `f`. Most errors are elements of a response with the status 200, as the protocol
    /// requires.
    func getSubsonic(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await answer(request, context)
    }

    /// Answers `postSubsonic` like `getSubsonic`, with parameters also in a form (extension formPost).
    func postSubsonic(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await answer(request, context)
    }

    /// The maximum number of elements in a response that is encoded on the event loop.
    private static let small = 300

    private func answer(_ request: Request, _ context: RequestContext) async throws -> Response {
        var form = Document.Form.xml
        var response: Response
        do {
            var parameters = try Parameters(query: request)
            form = parameters.answerForm
            try parameters.add(formOf: request)
            form = parameters.answerForm
            switch try await reply(parameters, request, context) {
            case .document(let children):
                response = try await written(Document(children), form, context)
            case .response(let other):
                response = other
            }
        } catch let error as SubsonicError {
            response = try failure(error, form)
        } catch let error as APIError {
            guard let error = SubsonicError(error) else { throw error }
            response = try failure(error, form)
        }
        // Browsers add no credentials by themselves, and the parameters must contain a password, a token or an API key.
        response.fields["Access-Control-Allow-Origin"] = "*"
        return response
    }

    private func written(
        _ document: Document, _ form: Document.Form, _ context: RequestContext
    ) async throws -> Response {
        guard document.size > Self.small else { return try document.response(form) }
        return try await workers.run(for: context.tenant.slug) { try document.response(form) }
    }

    private func failure(_ error: SubsonicError, _ form: Document.Form) throws -> Response {
        var response = try Document(error).response(form)
        if let seconds = error.retryAfter { response.fields["Retry-After"] = String(seconds) }
        return response
    }

    private func reply(
        _ parameters: Parameters, _ request: Request, _ context: RequestContext
    ) async throws -> Reply {
        var name = try request.parameter("subsonicMethod")
        if name.hasSuffix(".view") { name.removeLast(5) }
        if name == "getOpenSubsonicExtensions" { return extensions }
        guard let method = Self.methods[name] else {
            throw Self.others.contains(name) ? SubsonicError.notSupported(name) : Self.unknown(name)
        }
        try Self.check(version: parameters.text("v"))
        let client = try await client(parameters, request, context)
        return try await method(self)(
            Call(parameters: parameters, client: client, context: context, request: request))
    }

    /// Returns the error for a method that no version of the Subsonic API has, with the status 404.
    private static func unknown(_ name: String) -> SubsonicError {
        var error = SubsonicError(.generic, "the Subsonic API has no method \"\(name.prefix(100))\": check the name")
        error.status = .notFound
        return error
    }

    /// Checks the major version of the protocol, if given. Throws error 20 for an older one, error 30 for a newer one, and error 0 for a text that is
    /// no version.
    private static func check(version: String?) throws(SubsonicError) {
        guard let version, !version.isEmpty else { return }
        guard let major = version.split(separator: ".").first.flatMap({ Int($0) }) else {
            throw .invalid("v", "must be a version, such as \(Document.version), found \"\(version.prefix(20))\"")
        }
        if major > 1 {
            throw SubsonicError(
                .serverIsOld,
                "this server supports the API up to version \(Document.version), not \(version.prefix(20)); use an older app"
            )
        }
        if major < 1 {
            throw SubsonicError(
                .clientIsOld,
                "this server supports the API from version 1.0.0, not \(version.prefix(20)); update the app"
            )
        }
    }

    private func client(
        _ parameters: Parameters, _ request: Request, _ context: RequestContext
    ) async throws -> ClientAuthentication.Client {
        do {
            return try await authentication.client(
                Self.proof(parameters), from: request.peer, in: context.tenant.id)
        } catch let refusal as ClientAuthentication.Refusal {
            switch refusal {
            case .wrongPassword:
                throw SubsonicError(
                    .wrongPassword,
                    "the username or the app password is wrong; use an app password, which you create on this server at "
                        + "/library/clients, and not the password of the account")
            case .wrongKey:
                throw SubsonicError(
                    .wrongKey, "the API key is wrong; use an app password, which you create at /library/clients")
            case .wait(let seconds): throw SubsonicError.wait(seconds)
            }
        }
    }

    /// Returns the credentials of a call. Throws error 43 for conflicting credentials, error 10 for missing ones, and error 0 for a password whose
    /// encoding is invalid.
    private static func proof(_ parameters: Parameters) throws(SubsonicError) -> ClientAuthentication.Proof {
        let (login, token) = (parameters.text("u"), parameters.text("t"))
        let password = parameters.text("p")
        if let key = parameters.text("apiKey") {
            guard login == nil, token == nil, password == nil, parameters.text("s") == nil else {
                throw SubsonicError(
                    .conflictingAuthentication,
                    "the call has an API key and other credentials; send an API key alone, or a username with a token or a password"
                )
            }
            return .key(key)
        }
        let name = try parameters.required("u")
        guard let token else {
            guard let password else {
                throw SubsonicError(
                    .missing, "the call has no token and no password; send the parameters t and s, or the parameter p")
            }
            return .password(login: name, password: try plain(password))
        }
        guard password == nil else {
            throw SubsonicError(
                .conflictingAuthentication, "the call has a token and a password; send only one of them")
        }
        return .digest(login: name, token: token, salt: try parameters.required("s"))
    }

    /// Decodes a password in the form "enc:" with hexadecimal digits, which is no encryption, and returns any other password unchanged. Throws
    /// error 0 for invalid digits or bytes that are not UTF-8.
    private static func plain(_ password: String) throws(SubsonicError) -> String {
        guard password.hasPrefix("enc:") else { return password }
        var (bytes, rest) = ([UInt8](), password.dropFirst(4)[...])
        while !rest.isEmpty {
            let pair = rest.prefix(2)
            guard pair.utf8.count == 2, pair.allSatisfy(\.isHexDigit), let byte = UInt8(pair, radix: 16) else {
                throw .invalid("p", "must have only pairs of hexadecimal digits after \"enc:\"")
            }
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .invalid("p", "must encode the password in UTF-8 after \"enc:\"")
        }
        return text
    }
}
