extension EmbeddedCluster.Configuration {
    /// Returns the folder of the PostgreSQL programs that match the cluster's data, including `pg_dump`. A dump needs a program of the server's
    /// version or a newer version. Throws `noBinaries` if no programs are found.
    public func programFolder() async throws(EmbeddedPostgresError) -> String {
        try await Binaries.find(folderEnvironment, dataVersion: Initialiser.dataVersion(directory.cluster)).path
    }
}
