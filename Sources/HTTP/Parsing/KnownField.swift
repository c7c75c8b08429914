/// The request fields that this module itself reads.
enum KnownField {
    case other
    case host, connection, contentLength, transferEncoding, expect, acceptEncoding, appVersion
    case userAgent, traceParent, forwarded, forwardedFor, forwardedProto, origin
    case ifMatch, ifNoneMatch, ifModifiedSince, ifUnmodifiedSince, ifRange, range

    /// Finds the field of a name, ignoring ASCII case; `other` for any other name.
    @inline(__always)
    init(_ name: Bytes) {
        switch name.count {
        case 4 where name.isSame("host"): self = .host
        case 5 where name.isSame("range"): self = .range
        case 6 where name.isSame("expect"): self = .expect
        case 6 where name.isSame("origin"): self = .origin
        case 8 where name.isSame("if-match"): self = .ifMatch
        case 8 where name.isSame("if-range"): self = .ifRange
        case 9 where name.isSame("forwarded"): self = .forwarded
        case 10 where name.isSame("user-agent"): self = .userAgent
        case 10 where name.isSame("connection"): self = .connection
        case 11 where name.isSame("app-version"): self = .appVersion
        case 11 where name.isSame("traceparent"): self = .traceParent
        case 13 where name.isSame("if-none-match"): self = .ifNoneMatch
        case 14 where name.isSame("content-length"): self = .contentLength
        case 15 where name.isSame("accept-encoding"): self = .acceptEncoding
        case 15 where name.isSame("x-forwarded-for"): self = .forwardedFor
        case 17 where name.isSame("transfer-encoding"): self = .transferEncoding
        case 17 where name.isSame("if-modified-since"): self = .ifModifiedSince
        case 17 where name.isSame("x-forwarded-proto"): self = .forwardedProto
        case 19 where name.isSame("if-unmodified-since"): self = .ifUnmodifiedSince
        default: self = .other
        }
    }
}
