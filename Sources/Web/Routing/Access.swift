extension Route.Access {
    /// Whether a caller, or nobody in particular, may pass.
    public func admits(_ caller: Caller?) -> Bool {
        switch self {
        case .everyone, .visitor: true
        case .account: caller != nil
        case .permission(let permission): caller?.role.has(permission) ?? false
        }
    }

    /// Throws 401 when no account acts, 403 when its role is not enough (contract.md, Decided 6).
    func check(_ caller: Caller?) throws(APIError) {
        if admits(caller) { return }
        guard let caller, case .permission(let permission) = self else {
            throw APIError(.unauthorized, code: "not-logged-in", "log in first")
        }
        throw APIError(
            .forbidden, code: "wrong-role",
            "this account's role, \(caller.role.rawValue), does not have the permission \(permission.rawValue)")
    }
}
