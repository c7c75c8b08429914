@testable import App

extension Settings {
    /// The settings of a service that waits five minutes for its database. All suites run at once, on whatever machine: only a
    /// database that hangs may fail a test by the clock.
    init(patientWith variables: [String: String]) throws(SettingsError) {
        try self.init(environment: variables)
        databaseWait = 300
    }
}
