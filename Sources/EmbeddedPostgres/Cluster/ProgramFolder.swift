extension EmbeddedCluster.Configuration {
    /// The folder of PostgreSQL's programs that fit the cluster's data, `pg_dump` among them: a dump can only be made by
    /// a program of the server's version or a newer one.
    public func programFolder() async throws(EmbeddedPostgresError) -> String {
        try await Binaries.find(surroundings, dataVersion: Initialiser.dataVersion(directory.cluster)).path
    }
}
