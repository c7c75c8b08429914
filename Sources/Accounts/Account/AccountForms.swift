import Web

/// The forms of the account's page by which an owner changes the account itself.
struct AccountForms: Sendable {
    let account: Account
    let csrf: HTML?

    /// Name and address.
    var profile: HTML {
        """
        <h2>Who you are</h2>
        <form method="post" action="/account/profile">\(csrf)
        <label for="displayName">Name that others read</label>
        <input id="displayName" name="displayName" value="\(account.displayName)" autocomplete="name" \
        maxlength="\(AccountRules.displayNameLimit)">
        <label for="email">Mail address, for what concerns this account</label>
        <input id="email" name="email" type="email" value="\(account.email ?? "")" autocomplete="email" \
        maxlength="\(AccountRules.emailLimit)">
        <p><button>Save</button></p>
        </form>
        """
    }

    var password: HTML {
        """
        <h2>Password</h2>
        <form method="post" action="/account/password">\(csrf)
        <label for="current">Present password</label>
        <input id="current" name="current" type="password" autocomplete="current-password" required>
        <label for="new">New password, \(PasswordRules.length.lowerBound) characters or more</label>
        <input id="new" name="new" type="password" autocomplete="new-password" aria-describedby="password-ends" required>
        <p id="password-ends" class="hint">All other sessions end, tokens of scripts included.</p>
        <p><button>Change the password</button></p>
        </form>
        """
    }

    /// A new token: its name, what it may do, how long it lives.
    var token: HTML {
        """
        <h2>A new token for a script</h2>
        <form method="post" action="/account/tokens">\(csrf)
        <label for="token-name">What it is for</label>
        <input id="token-name" name="name" maxlength="\(NewToken.nameLimit)" required>
        \(choices)
        <label for="days">Days until it ends</label>
        <input id="days" name="days" type="number" min="1" max="\(Self.mostDays)" value="365" required>
        <p><button>Make the token</button></p>
        </form>
        """
    }

    private var choices: HTML {
        let names = account.user.role.permissions.names
        guard !names.isEmpty else { return .empty }
        return """
            <fieldset aria-describedby="token-scope"><legend>What it may do</legend>
            <p id="token-scope" class="hint">All that you may, unless you choose.</p>
            <div class="choices">\(names.map(choice))</div>
            </fieldset>
            """
    }

    /// As many as `SessionLimits.token` has.
    static let mostDays = Int(SessionLimits().token / 86_400)

    private func choice(_ permission: String) -> HTML {
        """
        <label class="choice"><input type="checkbox" name="scope" value="\(permission)"> \(permission)</label>

        """
    }
}
