import Web

/// The forms on the account page: profile, password and new access token.
struct AccountForms: Sendable {
    let account: Account
    let csrf: HTML?
    /// The typed values of a refused form; `nil` if no form was refused.
    var typed: FormFields?
    /// The error of a refused form; `nil` if no form was refused.
    var error: APIError?

    /// The names of the fields that have their name as HTML ID.
    static let names = ["displayName", "email", "current", "new", "days", "scope"]
    /// The HTML IDs of the other fields, by field name.
    static let ids = ["name": "token-name"]

    /// The form for the display name and the email address.
    var profile: HTML {
        """
        <h2>Profile</h2>
        <form method="post" action="/account/profile">\(csrf)
        \(AccountFields(account, isOwn: true, typed: typed, error: error).html)
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

    /// The form for a new access token.
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
        current.fault = error?.note(at: "current")
        var new = Field("New password", "new", "", .password)
        new.isRequired = true
        new.attributes = " autocomplete=\"new-password\""
        new.fault = error?.note(at: "new")
        new.hint = """
            \(PasswordRules.length.lowerBound) to \(PasswordRules.length.upperBound) characters. \
            Changing the password ends all other sessions and all access tokens.
            """
        return [current, new]
    }

    private var tokenName: Field {
        var field = Field("Token name", "name", typed?.values("name").first ?? "")
        field.id = "token-name"
        field.isRequired = true
        field.attributes = " maxlength=\"\(NewToken.nameLimit)\""
        field.fault = error?.note(at: "name")
        return field
    }

    private var days: Field {
        var field = Field("Days until the token expires", "days", typed?.values("days").first ?? "365", .number)
        field.isRequired = true
        field.attributes = " min=\"1\" max=\"\(Self.mostDays)\""
        field.fault = error?.note(at: "days")
        return field
    }

    private var choices: HTML {
        let names = account.user.role.permissions.names
        guard !names.isEmpty else { return .empty }
        let fault: HTML? = error?.note(at: "scope").map { "<p class=\"fault\" id=\"scope-fault\">\($0)</p>" }
        let described: HTML =
            fault == nil
            ? " aria-describedby=\"token-scope\"" : " aria-describedby=\"scope-fault token-scope\""
        return """
            <fieldset id="scope" tabindex="-1"\(described)><legend>Permissions</legend>
            \(fault)<p id="token-scope" class="hint">If you select none, the token has all your permissions.</p>
            <div class="choices">\(names.map(choice))</div>
            </fieldset>
            """
    }

    /// The maximum lifetime of a token in days.
    static let mostDays = Int(SessionLimits().token / 86_400)

    private func choice(_ permission: String) -> HTML {
        let mark: HTML = typed?.values("scope").contains(permission) == true ? " checked" : .empty
        return """
            <label class="choice"><input type="checkbox" name="scope" value="\(permission)"\(mark)> \(permission)</label>

            """
    }
}

/// The form fields for the display name and the email address.
struct AccountFields: Sendable {
    private let displayName: String
    private let email: String
    private let isOwn: Bool
    private let error: APIError?

    /// Creates the fields with the typed values of a refused form, or else with those of the account. `isOwn` is whether the account's owner fills in
    /// the form, so that the browser may complete the fields.
    init(_ account: Account, isOwn: Bool, typed: FormFields?, error: APIError?) {
        displayName = typed?.values("displayName").first ?? account.displayName
        email = typed?.values("email").first ?? account.email ?? ""
        self.isOwn = isOwn
        self.error = error
    }

    var html: HTML {
        var name = Field("Display name", "displayName", displayName)
        name.attributes =
            " maxlength=\"\(AccountRules.displayNameLimit)\"\(isOwn ? " autocomplete=\"name\"" : HTML.empty)"
        name.fault = error?.note(at: "displayName")
        var address = Field("Email address", "email", email, .email)
        address.fault = error?.note(at: "email")
        address.attributes =
            " maxlength=\"\(AccountRules.emailLimit)\"\(isOwn ? " autocomplete=\"email\"" : HTML.empty)"
        return "\(name.html)\(address.html)"
    }
}
