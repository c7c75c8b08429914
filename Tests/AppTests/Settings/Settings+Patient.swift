@testable import App

extension Settings {
    /// The settings of a service that waits five minutes for its database. All suites run at the same time on any
    /// machine, so only a database that hangs may fail a test by a timeout.
    init(patientWith variables: [String: String]) throws(SettingsError) {
        try self.init(environment: variables)
        databaseWait = 300
    }
}
