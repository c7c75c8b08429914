/// The response to `findAccounts`.
struct AccountListView: Encodable, Sendable {
    let accounts: [AccountView]
    /// The value of `cursor` for the next page; absent on the last page.
    let next: String?

    init(_ page: AccountStore.Page) {
        accounts = page.accounts.map { AccountView($0) }
        next = page.next.map(AccountQuery.cursor)
    }
}

/// The response to `createAccount`.
struct CreatedAccountView: Encodable, Sendable {
    let account: AccountView
    /// The link to set a password; absent if the request contained a password.
    let link: MadeLinkView?
}
