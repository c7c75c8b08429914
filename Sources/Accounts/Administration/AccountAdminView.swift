/// The response of `createAccount`: the new account and, without a password, its link.
struct CreatedAccountView: Encodable, Sendable {
    let account: AccountView
    /// The link for setting a password; absent if the request contained a password.
    let link: NewLinkView?
}
