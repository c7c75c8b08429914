extension Route.Access {
    /// Returns whether a caller, or a visitor for `nil`, may call the route. Accounts of tenants may not call platform routes.
    public func admits(_ caller: Caller?) -> Bool {
        switch self {
        case .everyone, .visitor: true
        case .account: caller.map { $0.scope == nil } ?? false
        case .permission(let permission): caller?.has(permission) ?? false
        case .platform: false
        }
    }

    /// Throws an error if `admits` is `false`: 401 for a visitor, 403 for a caller (spec Decided 6).
    public func check(_ caller: Caller?) throws(APIError) {
        if admits(caller) { return }
        guard let caller else { throw .notLoggedIn }
        switch self {
        case .permission(let permission) where !caller.role.has(permission):
            throw APIError(
                .forbidden, code: .wrongRole,
                "the role \(caller.role.rawValue) does not have the permission \(permission.rawValue); "
                    + "ask an administrator for a role that has the permission")
        case .permission(let permission):
            throw APIError(
                .forbidden, code: .outOfScope,
                "this token's scope does not include \(permission.rawValue); use a token that has this permission")
        default:
            throw APIError(
                .forbidden, code: .outOfScope,
                "this operation does not accept a token with a scope; use a token without a scope, or sign in")
        }
    }

    /// Throws 401 if `platform` is `nil`.
    func check(_ platform: PlatformCaller?) throws(APIError) {
        if platform == nil { throw .notLoggedIn }
    }
}

extension APIError {
    /// The 401 error for requests without a valid session or token.
    public static let notLoggedIn = APIError(
        .unauthorized, code: .notLoggedIn, "sign in, or send a valid access token")
}
