import Testing

@testable import HTTP

struct AcceptEncodingTests {
    private func prefersGzip(_ lines: [String]) -> Bool {
        var coding = AcceptEncoding()
        for line in lines { withBytes(line) { coding.add($0) } }
        return coding.prefersGzip
    }

    @Test(arguments: [
        "gzip", "GZip", "x-gzip", "gzip, deflate, br", "zstd-42, foo;q=0.3, gzip;q=0.8", "*", "*;q=0, gzip",
        "identity;q=0, gzip", "gzip ; q=0.001", "gzip;q=1.000, identity", "gzip;Q=1", "identity;q=0.5, *;q=0.7",
    ])
    func gzipIsChosenIfAcceptEncodingPrefersIt(_ value: String) {
        #expect(prefersGzip([value]))
    }

    @Test(arguments: [
        "", "identity", "gzip;q=0", "gzip ; q=0.000, identity", "*;q=0", "gzip;q=0.2, identity;q=1", "notgzip, gzipx",
        "gzip;q=banana,;;,=,", "gzip;q=0.99999999999999999999", "gzip;q=7", "gzip;q=", "gzip;q=1.001", "gzip;level=9",
        "identity;q=0, gzip;q=0", "*, gzip;q=0",
    ])
    func noCompressionIsChosenIfAcceptEncodingDoesNotPreferGzip(_ value: String) {
        #expect(!prefersGzip([value]))
    }

    @Test func severalAcceptEncodingLinesAreReadAsOneList() {
        #expect(prefersGzip(["br", "gzip"]))
        #expect(!prefersGzip(["gzip", "identity", "gzip;q=0"]))
    }
}
