import Testing

@testable import Postgres

@Suite struct ProgramAddressTests {
    @Test(arguments: [
        ("host=a dbname=d password='s e'", "dbname='d' host='a'"),
        (
            "postgresql://u:s%20e@a:1,b:2/d?sslmode=require",
            "dbname='d' host='a,b' port='1,2' sslmode='require' user='u'"
        ),
    ])
    func thePasswordOfAConnectionStringIsPassedOnlyInTheEnvironment(text: String, conninfo: String) throws {
        let address = try ProgramAddress(ConnectionString(text))
        #expect(address.conninfo == conninfo)
        #expect(address.environment == ["PGPASSWORD": "s e"])
    }

    @Test func otherKeywordsOfAConnectionStringKeepTheirValues() throws {
        let address = try ProgramAddress(ConnectionString(#"user='o\'brien' dbname='back\\slash' passfile=/etc/pass"#))
        #expect(address.conninfo == #"dbname='back\\slash' passfile='/etc/pass' user='o\'brien'"#)
        #expect(address.environment.isEmpty)
        // Both forms have the same meaning.
        let (before, after) = (
            ConnectionParameters.parse(#"user='o\'brien' dbname='back\\slash' passfile=/etc/pass"#),
            ConnectionParameters.parse(address.conninfo)
        )
        #expect(before == after)
    }

    @Test func anInvalidConnectionStringIsNotQuotedInTheError() {
        let error = #expect(throws: PostgresError.self) { try ProgramAddress(ConnectionString("password=secret x")) }
        #expect(error.map { "\($0)".contains("secret") } == false)
    }
}
