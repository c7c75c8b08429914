extension Route.Access {
    /// Whether a caller, or nobody in particular, may pass. No account of a tenant passes where the platform acts.
    public func admits(_ caller: Caller?) -> Bool {
        switch self {
        case .everyone, .visitor: true
        case .account: caller.map { $0.scope == nil } ?? false
        case .permission(let permission): caller?.has(permission) ?? false
        case .platform: false
        }
    }

    /// Throws 401 when no account acts, 403 when its role or its token's scope is not enough (spec Decided 6).
    public func check(_ caller: Caller?) throws(APIError) {
        if admits(caller) { return }
        guard let caller else { throw .notLoggedIn }
        switch self {
        case .permission(let permission) where !caller.role.has(permission):
            throw APIError(
                .forbidden, code: "wrong-role",
                "the role \(caller.role.rawValue) does not have the permission \(permission.rawValue); "
                    + "ask an administrator")
        case .permission(let permission):
            throw APIError(
                .forbidden, code: "out-of-scope",
                "this token's scope does not include \(permission.rawValue); use a token that has this permission")
        default:
            throw APIError(
                .forbidden, code: "out-of-scope",
                "this operation does not accept a token with a scope; use a token without a scope, or sign in")
        }
    }

    /// Throws 401 when nobody acts for the platform.
    func check(_ platform: PlatformCaller?) throws(APIError) {
        if platform == nil { throw .notLoggedIn }
    }
}

extension APIError {
    /// 401: nobody has logged in, or not any more.
    public static let notLoggedIn = APIError(.unauthorized, code: "not-logged-in", "sign in first")
}
