/// The response of `createAccount`: the new account, and a link for setting the password if the request contained no password.
struct CreatedAccountView: Encodable, Sendable {
    let account: AccountView
    /// The link for setting a password; absent if the request contained a password.
    let link: NewLinkView?
}
