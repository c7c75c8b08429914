import HTTP
import Logging
import Postgres
import Tenancy

/// The application that answers requests: it finds tenant, route and caller, calls the endpoint, and turns every error into a response.
public struct Application: Responder {
    /// A function that answers a request from memory, on the event loop and without suspension; `nil` if the route's endpoint must answer it.
    public typealias Memory = @Sendable (borrowing RequestView) -> MemoryAnswer?

    private let router: Router
    private let probes: Probes
    private let tenants: any TenantResolver
    private let authenticator: any Authenticator
    private let gates: Gates
    private let proxies: TrustedProxies
    private let errors: ErrorResponder
    private let compression: Compression?
    private let siteMap: SiteMap
    private let memory: Memory?
    private let currentMemoryVersion: @Sendable () -> UInt64
    private let logger: Logger

    /// Creates an application that serves the routes of a router.
    ///
    /// - Parameters:
    ///   - gates: the gates that may refuse a routed request.
    ///   - loginPath: the sign-in page to which visitors are redirected; `nil` to show an error page.
    ///   - siteMap: the areas for the app bar.
    ///   - memory: the function for prebuilt responses to GET and HEAD, which is not called if a proxy may set the host in another field than Host.
    ///   - compressor: the workers that compress responses; `nil` for no compression.
    ///   - memoryVersion: returns a number that increases whenever a prebuilt response may be out of date.
    public init(
        router: Router, probes: Probes, tenants: any TenantResolver, authenticator: any Authenticator,
        gates: Gates = Gates(), proxies: TrustedProxies = .none, loginPath: LocalPath? = "/login",
        siteMap: SiteMap = .empty, memory: Memory? = nil, compressor: Workers? = nil,
        memoryVersion: @escaping @Sendable () -> UInt64 = { 0 }, logger: Logger
    ) {
        self.router = router
        self.probes = probes
        self.tenants = tenants
        self.authenticator = authenticator
        self.gates = gates
        self.proxies = proxies
        self.errors = ErrorResponder(loginPath: loginPath)
        self.siteMap = siteMap
        self.memory = memory
        compression = compressor.map { Compression(workers: $0) }
        currentMemoryVersion = memoryVersion
        self.logger = logger
    }

    public func answerFromMemory(_ request: borrowing RequestView) -> MemoryAnswer? {
        guard let memory, request.isSafe, !proxies.mayNameHost else { return nil }
        return memory(request)
    }

    public var memoryVersion: UInt64 { currentMemoryVersion() }

    public func bodyLimit(method: Method, path: String) -> Int {
        router.bodyLimit(method, path)
    }

    public func endsWithClient(method: Method, path: String) -> Bool {
        router.endsWithClient(method, path)
    }

    public func streamsContent(method: Method, path: String) -> Bool {
        router.streamsContent(method, path)
    }

    public func waits(method: Method, path: String) -> Bool { router.waits(method, path) }

    public func crossOriginFields(of request: Request) -> CrossOriginFields? {
        var request = request
        _ = proxies.apply(to: &request)
        guard let policy = tenants.knownTenant(for: request.authority)?.crossOriginPolicy,
            router.isForAllowedOrigins(request.method, request.path)
        else { return nil }
        return policy.fields(for: request.fields["Origin"])
    }

    public func refusal(_ refusal: StreamRefusal, inPlaceOf response: Response) -> Response {
        errors.response(to: refusal, inPlaceOf: response)
    }

    public func withRequestValues(_ start: () -> Void) {
        OutageAllowance.$current.withValue(OutageAllowance(), operation: start)
    }

    public func respond(to request: Request) async -> Response {
        var request = request
        let forwarded = proxies.apply(to: &request)
        let isSecure = forwarded.isSecure
        let requestID = request.id.text
        var response: Response
        if let probe = await probes.response(to: request) {
            response = probe
        } else {
            let plain = compression == nil ? request : Compression.withPlainTags(request)
            response = await answer(plain, requestID: requestID, forwarded)
            if let compression { response = await compression.applied(to: response, of: request) }
        }
        SecurityFields.add(to: &response, isSecure: isSecure)
        SharedCaches.addVary(to: &response, forwardedFields: forwarded.fields)
        response.fields["X-Request-ID"] = requestID
        return response
    }

    /// The facts known so far, for the response to an error.
    private struct Progress {
        var tenant: Tenant?
        var route: Route?
        var caller: Caller?
        var platform: PlatformCaller?
        var isForAllowedOrigins = false
        /// The response fields of the gates passed so far.
        var fields = Fields()
        /// The gates passed so far. Each one is notified when the response is ready.
        var passed: [(gate: any Gate, passage: Passage)] = []
    }

    private func answer(
        _ request: Request, requestID: String, _ forwarded: TrustedProxies.Outcome
    ) async -> Response {
        let lines = RequestLogger(base: logger, requestID: requestID, trace: request.trace)
        var progress = Progress()
        var response: Response
        do {
            if let refusal = forwarded.refusal { throw refusal }
            response = try await endpointAnswer(request, requestID, lines, isSecure: forwarded.isSecure, &progress)
        } catch {
            let style = progress.route?.errors ?? Self.style(of: request)
            response = errors.response(
                to: error,
                in: .init(
                    request: request, requestID: requestID, style: style, tenant: progress.tenant,
                    logger: lines.logger, isPlatform: progress.route?.access == .platform, caller: progress.caller,
                    platform: progress.platform, navigation: navigation(of: request)))
        }
        for (gate, passage) in progress.passed.reversed() { gate.left(passage) }
        for (name, value) in progress.fields.lines { response.fields.append(name, value) }
        if progress.isForAllowedOrigins, let tenant = progress.tenant {
            CrossOrigin.add(to: &response, of: request, in: tenant)
        }
        response.realmStreams = progress.tenant?.limits.streams
        response.route = progress.route?.path ?? "none"
        response.realm = progress.tenant?.slug ?? ""
        return response
    }

    private func endpointAnswer(
        _ request: Request, _ requestID: String, _ lines: RequestLogger, isSecure: Bool, _ progress: inout Progress
    ) async throws -> Response {
        if request.path == "*" { return try optionsOfServer(request) }
        guard let tenant = try await tenants.tenant(for: request.authority) else {
            throw APIError(
                .misdirectedRequest, code: .unknownHost,
                "no tenant has this host name; check the address, or add the host name to a tenant")
        }
        progress.tenant = tenant
        progress.isForAllowedOrigins = Router.isOfInterface(request.path)
        switch try router.match(request.method, request.path) {
        case .nothing:
            throw APIError(.notFound, code: .noSuchPath, "this path does not exist: check the address")
        case .otherMethods(let allow, let routes):
            progress.isForAllowedOrigins = routes.contains(where: \.isForAllowedOrigins)
            // OPTIONS is answered from the route table.
            guard request.method == .options else { throw MethodNotAllowed(allow: allow) }
            var response = Response(.noContent, fields: ["Allow": allow])
            for (name, value) in CrossOrigin.optionsFields(request, routes: routes, in: tenant).lines {
                response.fields.append(name, value)
            }
            return response
        case .route(let route, let parameters):
            progress.route = route
            progress.isForAllowedOrigins = route.isForAllowedOrigins
            var request = request
            request.parameters = parameters
            try await pass(gates.beforeCaller, request, tenant, route, nil, &progress)
            if route.access == .platform {
                return try await platformAnswer(
                    request, requestID, lines, tenant, route, isSecure: isSecure, &progress)
            }
            let caller =
                route.access == .everyone
                ? nil : try await authenticator.caller(of: request, in: tenant, isSecure: isSecure)
            progress.caller = caller
            try route.access.check(caller)
            let isForThisSite = route.isForAnySite || route.isForAllowedOrigins && tenant.allows(request)
            if !isForThisSite || caller != nil { try ForgeryCheck.check(request, proof: caller?.proof) }
            try await pass(gates.afterCaller, request, tenant, route, caller, &progress)
            try route.checkQuery(of: request)
            let context = RequestContext(
                tenant: tenant, caller: caller, requestID: requestID, lines: lines, isSecure: isSecure,
                navigation: navigation(of: request))
            return try await route.endpoint(request, context).unlessKnown(to: request)
        }
    }

    private func platformAnswer(
        _ request: Request, _ requestID: String, _ lines: RequestLogger, _ tenant: Tenant, _ route: Route,
        isSecure: Bool, _ progress: inout Progress
    ) async throws -> Response {
        let platform = try await authenticator.platformCaller(of: request, isSecure: isSecure)
        progress.platform = platform
        try route.access.check(platform)
        try ForgeryCheck.check(request, proof: platform?.proof)
        try route.checkQuery(of: request)
        let context = RequestContext(
            tenant: tenant, caller: nil, platform: platform, requestID: requestID, lines: lines, isSecure: isSecure,
            navigation: navigation(of: request))
        return try await route.endpoint(request, context).unlessKnown(to: request)
    }

    private func navigation(of request: Request) -> Navigation { Navigation(siteMap, path: request.path) }

    private func pass(
        _ gates: [any Gate], _ request: Request, _ tenant: Tenant, _ route: Route, _ caller: Caller?,
        _ progress: inout Progress
    ) async throws {
        guard !gates.isEmpty else { return }
        let passage = Passage(request: request, tenant: tenant, route: route, caller: caller)
        for gate in gates {
            let fields = try await gate.pass(passage)
            progress.passed.append((gate, passage))
            for (name, value) in fields.lines { progress.fields.append(name, value) }
        }
    }

    /// Answers `OPTIONS *`, a request about the server as a whole (RFC 9110 §9.3.7). Throws 400 for any other method.
    private func optionsOfServer(_ request: Request) throws -> Response {
        guard request.method == .options else {
            throw APIError(.badRequest, code: .badPath, "the request target \"*\" is allowed only for OPTIONS")
        }
        return Response(.noContent, fields: ["Allow": router.allow])
    }

    /// The format of the errors if the route is not known.
    private static func style(of request: Request) -> Route.ErrorStyle {
        if request.path.hasPrefix("/api/") { return .problem }
        return request.fields["Accept"]?.contains("text/html") == true ? .page : .plain
    }
}
