extension EmbeddedCluster.Configuration {
    /// Returns the folder of the PostgreSQL programs, such as `pg_dump`, preferably in the version of the cluster's data. Throws `noBinaries`.
    public func programFolder() async throws(EmbeddedPostgresError) -> String {
        try await Binaries.find(folderEnvironment, dataVersion: Initialiser.dataVersion(directory.cluster)).path
    }
}
