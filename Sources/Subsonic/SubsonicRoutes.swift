import HTTP
import MusicLibrary
import PNG
import SoundCloud
import Tenancy
import Web

/// The endpoints below `/rest`: the Subsonic API 1.16.1 with OpenSubsonic, as far as the API applies to a library of SoundCloud tracks
/// (docs/decisions/0038, spec E8, M2). Apps browse, search, star, rate, scrobble and play the listener's library.
///
/// Only App depends on this module: without the module and its line in App, the program still compiles and provides all other functions.
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
    ///   - cloud: The SoundCloud client, or `nil` if no SoundCloud application is configured. Without a client, no track can be
    ///     played.
    ///   - vault: The vault that encrypts app passwords; `nil` if the installation has no key, in which case tokens never match.
    ///   - transcoder: The converter of audio; `nil` if the server has no converter, so that every app gets SoundCloud's own
    ///     format.
    ///   - players: The players of listeners.
    ///   - radio: The radio channels of tenants.
    ///   - announcer: The service that announces what an app plays; `nil` for no announcements.
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

    /// Answers `getSubsonic` with the result of the method in the format that the parameter `f` names.
    ///
    /// An error of the protocol, such as wrong credentials, is an element of the response, with the status 200. Exceptions are 404 for a method that
    /// the API does not have, 501 for a method that this server does not support, 429 after too many wrong passwords, and the status of an internal
    /// error, from 500.
    func getSubsonic(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await answer(request, context)
    }

    /// Answers `postSubsonic` like `getSubsonic`. The parameters may also be in a form (extension formPost).
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
        // Allowing all origins is safe: browsers add no credentials by themselves, and the parameters must contain a password, a token or
        // an API key.
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

    /// Returns error 0 with the status 404, for a method that no version of the Subsonic API has.
    private static func unknown(_ name: String) -> SubsonicError {
        var error = SubsonicError(.generic, "the Subsonic API has no method \"\(name.prefix(100))\": check the name")
        error.status = .notFound
        return error
    }

    /// Checks the major version of the protocol, as the API requires. Accepts a call without a version. Throws error 0 for a
    /// malformed version, error 20 for an older major version and error 30 for a newer major version.
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

    /// Returns the credentials of a call.
    ///
    /// - Throws: Error 43 if the call has an API key beside other credentials, or both a token and a password; error 10 if the username, the salt of
    ///   a token, or both token and password are missing; error 0 if the password cannot be decoded.
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

    /// Decodes a password in the form "enc:" with hexadecimal digits, and returns any other password unchanged. The form is not encryption: it only
    /// prevents reading the password at a glance. Throws error 0 if the text after "enc:" is not pairs of hexadecimal digits that encode UTF-8.
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
