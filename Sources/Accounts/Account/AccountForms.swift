import Web

/// The forms on the account page: profile, password and new access token.
struct AccountForms: Sendable {
    let account: Account
    let csrf: HTML?

    /// The form for the display name and the email address, as markup.
    var profile: HTML {
        """
        <h2>Profile</h2>
        <form method="post" action="/account/profile">\(csrf)
        \(AccountFields(displayName: account.displayName, email: account.email ?? "", isOwn: true).html)
        <p><button>Save</button></p>
        </form>
        """
    }

    var password: HTML {
        """
        <h2>Password</h2>
        <form method="post" action="/account/password">\(csrf)
        \(passwords.map(\.html))
        <p><button>Change password</button></p>
        </form>
        """
    }

    /// The form for a new access token: name, permissions and lifetime.
    var token: HTML {
        """
        <h2>New access token</h2>
        <form method="post" action="/account/tokens">\(csrf)
        \(tokenName.html)
        \(choices)
        \(days.html)
        <p><button>Create token</button></p>
        </form>
        """
    }

    private var passwords: [Field] {
        var current = Field("Current password", "current", "", .password)
        current.isRequired = true
        current.attributes = " autocomplete=\"current-password\""
        var new = Field("New password", "new", "", .password)
        new.isRequired = true
        new.attributes = " autocomplete=\"new-password\""
        new.hint = """
            \(PasswordRules.length.lowerBound) to \(PasswordRules.length.upperBound) characters. \
            Changing the password ends all other sessions and all access tokens.
            """
        return [current, new]
    }

    private var tokenName: Field {
        var field = Field("Token name", "name")
        field.id = "token-name"
        field.isRequired = true
        field.attributes = " maxlength=\"\(NewToken.nameLimit)\""
        return field
    }

    private var days: Field {
        var field = Field("Days until the token expires", "days", "365", .number)
        field.isRequired = true
        field.attributes = " min=\"1\" max=\"\(Self.mostDays)\""
        return field
    }

    private var choices: HTML {
        let names = account.user.role.permissions.names
        guard !names.isEmpty else { return .empty }
        return """
            <fieldset aria-describedby="token-scope"><legend>Permissions</legend>
            <p id="token-scope" class="hint">If you select none, the token has all your permissions.</p>
            <div class="choices">\(names.map(choice))</div>
            </fieldset>
            """
    }

    /// The maximum lifetime of a token in days (`SessionLimits.token`).
    static let mostDays = Int(SessionLimits().token / 86_400)

    private func choice(_ permission: String) -> HTML {
        """
        <label class="choice"><input type="checkbox" name="scope" value="\(permission)"> \(permission)</label>

        """
    }
}

/// The form fields for the display name and the email address.
struct AccountFields: Sendable {
    let displayName: String
    let email: String
    /// Whether the account's owner fills in the form, so that the browser may complete the fields.
    let isOwn: Bool

    var html: HTML {
        var name = Field("Display name", "displayName", displayName)
        name.attributes =
            " maxlength=\"\(AccountRules.displayNameLimit)\"\(isOwn ? " autocomplete=\"name\"" : HTML.empty)"
        var address = Field("Email address", "email", email, .email)
        address.attributes =
            " maxlength=\"\(AccountRules.emailLimit)\"\(isOwn ? " autocomplete=\"email\"" : HTML.empty)"
        return "\(name.html)\(address.html)"
    }
}
