/// The response of `createAccount`.
struct CreatedAccountView: Encodable, Sendable {
    let account: AccountView
    /// The link for setting a password; absent if the request contained a password.
    let link: NewLinkView?
}
