extension EmbeddedCluster.Configuration {
    /// The folder of the PostgreSQL programs that match the cluster's data, including `pg_dump`: a dump needs a program of the
    /// server's version or a newer one.
    public func programFolder() async throws(EmbeddedPostgresError) -> String {
        try await Binaries.find(surroundings, dataVersion: Initialiser.dataVersion(directory.cluster)).path
    }
}
