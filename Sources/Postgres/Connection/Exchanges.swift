extension Exchange {
    static let begin = Step(statement: SQL(text: "begin"), isWanted: false)
    static let commit = Step(statement: SQL(text: "commit"))
    static let rollback = Step(statement: SQL(text: "rollback"), isWanted: false)

    /// A whole transaction.
    static func transaction(
        _ statements: [SQL], settings: [LocalSetting], form: Database.TransactionForm,
        since: ContinuousClock.Instant = .now, deadline: ContinuousClock.Instant
    ) -> Exchange {
        let steps = statements.map { Step(statement: $0) }
        return switch form {
        case .explicit: explicit(steps, settings: settings, since: since, deadline: deadline)
        case .implicit:
            Exchange([settings.map(\.call) + steps], of: settings.realm, since: since, deadline: deadline)
        }
    }

    /// COMMIT stands behind a Sync of its own: an error makes the server skip everything up to the next Sync,
    /// and a COMMIT that was skipped would leave the connection in a failed transaction, into which the next
    /// request of the pipeline would run. Behind the Sync it always arrives, and ends a failed transaction as
    /// a rollback.
    private static func explicit(
        _ steps: [Step], settings: [LocalSetting], since: ContinuousClock.Instant, deadline: ContinuousClock.Instant
    ) -> Exchange {
        Exchange(
            [[begin] + settings.map(\.step) + steps, [Step(statement: commit.statement, isWanted: false)]],
            of: settings.realm, since: since, deadline: deadline)
    }

    /// What puts an exclusive connection back as it was: nothing of the session outlives the transaction
    /// (spec S1, "Pool state"). A Sync apart, so that COMMIT's outcome does not depend on it.
    static let cleaning = [
        "reset role", "reset all", "unlisten *", "select pg_advisory_unlock_all()", "discard temp", "close all",
    ].map { Step(statement: SQL(text: $0), isWanted: false) }
}

extension LocalSetting {
    var step: Exchange.Step {
        Exchange.Step(
            statement: SQL(text: "set local \(name) = \(Literal.quoted(value))"), isPrepared: false, isWanted: false)
    }

    /// The same as a call, which can be prepared since name and value are parameters. As a condition it gives no row and no
    /// column: nothing to write, send and keep. Were it not carried out, the wall would hide every row.
    var call: Exchange.Step {
        Exchange.Step(statement: "select where set_config(\(name), \(value), true) is null", isWanted: false)
    }
}
