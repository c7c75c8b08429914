/// What `findAccounts` answers.
struct AccountListView: Encodable, Sendable {
    let accounts: [AccountView]
    /// What `cursor` takes for the next page; absent on the last one.
    let next: String?

    init(_ page: AccountStore.Page) {
        accounts = page.accounts.map { AccountView($0) }
        next = page.next.map(AccountQuery.cursor)
    }
}

/// What `createAccount` answers.
struct CreatedAccountView: Encodable, Sendable {
    let account: AccountView
    /// To set the password, where none was given.
    let link: MadeLinkView?
}
