extension Exchange {
    static let begin = Step(statement: SQL(text: "begin"), isWanted: false)
    static let commit = Step(statement: SQL(text: "commit"))
    static let rollback = Step(statement: SQL(text: "rollback"), isWanted: false)

    /// Returns the exchange that runs the statements as one transaction under the settings.
    static func transaction(
        _ statements: [SQL], settings: [LocalSetting], form: TransactionForm,
        since: ContinuousClock.Instant = .now, deadline: ContinuousClock.Instant, isAhead: Bool = false
    ) -> Exchange {
        var steps: [Step] = []
        steps.reserveCapacity(settings.count + statements.count + 2)
        switch form {
        case .explicit: explicit(statements, settings: settings, in: &steps)
        case .implicit:
            for setting in settings { steps.append(setting.call) }
            for statement in statements { steps.append(Step(statement: statement)) }
            steps.endGroup()
        }
        return Exchange(
            steps, of: settings.realm, mayWrite: statements.contains { !$0.isSelection }, isAhead: isAhead,
            since: since,
            deadline: deadline)
    }

    /// Appends BEGIN, the settings, the statements and COMMIT, with a Sync before COMMIT.
    ///
    /// After an error the server skips everything up to the next Sync. COMMIT is thus executed, and rolls a failed transaction back.
    private static func explicit(_ statements: [SQL], settings: [LocalSetting], in steps: inout [Step]) {
        steps.append(begin)
        for setting in settings { steps.append(setting.step) }
        for statement in statements { steps.append(Step(statement: statement)) }
        steps.endGroup()
        steps.append(Step(statement: commit.statement, isWanted: false, endsGroup: true))
    }

    /// The steps that reset an exclusive connection (spec S1.5). They have their own Sync, so that COMMIT's outcome does not depend on them.
    static let cleaning = [
        "reset role", "reset all", "unlisten *", "select pg_advisory_unlock_all()", "discard temp", "close all",
    ].map { Step(statement: SQL(text: $0), isWanted: false) }
}

extension LocalSetting {
    var step: Exchange.Step {
        Exchange.Step(
            statement: SQL(text: "set local \(name.text) = \(Literal.quoted(value))"), isPrepared: false,
            isWanted: false)
    }

    /// The step that makes the setting with `set_config`, which can be prepared since the value is a parameter.
    var call: Exchange.Step { Exchange.Step(statement: name.call.with([value.bind]), isWanted: false) }
}
