extension EmbeddedCluster.Configuration {
    /// Returns the folder of the PostgreSQL programs, such as `pg_dump`, in the version of the cluster's data if that version is found. Throws
    /// `noBinaries` if no programs are found.
    public func programFolder() async throws(EmbeddedPostgresError) -> String {
        try await Binaries.find(folderEnvironment, dataVersion: Initialiser.dataVersion(directory.cluster)).path
    }
}
