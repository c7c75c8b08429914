import Glibc

/// An encoder of responses (RFC 9112 §4 to §6) with framing, Date, Connection, conditions, ranges and content codings. One encoder serves a loop and
/// stores the bytes that all responses of one second share.
struct ResponseEncoder: ~Copyable {
    /// The maximum number of content bytes copied after a head. Copying more bytes costs more than sending a second part.
    static let copied = 8 * 1024

    let common: CommonFields
    /// The time of the last call of `setTime`, in seconds since 1970.
    private(set) var now: Int64 = -1
    private var dateLine: [UInt8] = []
    /// The end of a head: common fields, Date and the empty line. `closeEnd` also has `Connection: close`.
    private(set) var openEnd: [UInt8] = []
    private(set) var closeEnd: [UInt8] = []

    init(_ fields: Fields) {
        common = CommonFields(fields)
        setTime(0)
    }

    /// Sets the wall-clock time for Date and conditions, in seconds since 1970.
    mutating func setTime(_ seconds: Int64) {
        guard seconds != now else { return }
        now = seconds
        dateLine = Array("Date: \(HTTPDate.format(seconds))\r\n".utf8)
        openEnd = common.all + dateLine + Array("\r\n".utf8)
        closeEnd = common.all + dateLine + Array("Connection: close\r\n\r\n".utf8)
    }

    // MARK: Answers

    /// Encodes a response with its content. For event streams use `encodeStreamHead`, and for streamed content `encodeHead`.
    ///
    /// - Returns: the status, and the content that the caller must send after `output`; `nil` if `output` contains the whole response.
    func encode(
        _ response: Response, _ context: AnswerContext, persists: Bool, to output: inout OutputBuffer
    ) -> (status: Int, large: LargeContent?) {
        switch response.content {
        case .representation(let representation):
            if response.status == .ok, context.method.isRetrieval {
                return encode(representation, fields: response.fields, context, persists: persists, to: &output)
            }
            let variant = representation.selected(prefersGzip: context.prefersGzip)
            startLine(response.status, to: &output)
            output.append(variant.metadata)
            FieldLine.append("Content-Type", representation.mediaType, to: &output)
            output.append(variant.contentFields)
            FieldLine.append(response.fields, to: &output)
            length(variant.content.count, to: &output)
            end(response.fields, representation.fields, context, persists: persists, to: &output)
            return (
                response.status.code, content(variant.content, 0..<variant.content.count, context, to: &output)
            )
        case .bytes(let bytes):
            let large = encode(response.status, response.fields, bytes, context, persists: persists, to: &output)
            return (response.status.code, large)
        case .none, .events, .stream:
            let large = encode(response.status, response.fields, [], context, persists: persists, to: &output)
            return (response.status.code, large)
        }
    }

    /// Encodes the server's own response to a refused message: one line of plain text with the status, and `Connection: close`.
    func encode(_ rejection: Rejection, _ context: AnswerContext, to output: inout OutputBuffer) {
        let status = rejection.status
        _ = encode(
            status, ["Content-Type": "text/plain; charset=utf-8"], Array("\(status.code) \(status.reason)\n".utf8),
            context, persists: false, to: &output)
    }

    /// Encodes the head of an event stream, with `Connection: close`. By default, Content-Type is `text/event-stream` and Cache-Control `no-store`.
    func encodeStreamHead(_ response: Response, _ context: AnswerContext, to output: inout OutputBuffer) {
        var fields = response.fields
        if fields["Content-Type"] == nil { fields["Content-Type"] = "text/event-stream" }
        if fields["Cache-Control"] == nil { fields["Cache-Control"] = "no-store" }
        // Without this field nginx would buffer events.
        fields["X-Accel-Buffering"] = "no"
        startLine(response.status, to: &output)
        FieldLine.append(fields, to: &output)
        if !context.isHTTP10 { output.append("Transfer-Encoding: chunked\r\n") }
        end(fields, [:], context, persists: false, to: &output)
    }

    /// Encodes the head of streamed content, with `Connection: close` and the status that conditions and the range require.
    ///
    /// - Returns: the status, and the part of the content to open; `nil` for a head without content, as for HEAD or 304.
    func encodeHead(
        of content: StreamedContent, _ response: Response, _ context: AnswerContext, to output: inout OutputBuffer
    ) -> (status: Int, opened: StreamOpening?) {
        var outcome = Conditions.Outcome.whole
        if response.status == .ok, context.method.isRetrieval, let conditions = context.conditions {
            outcome = conditions.evaluate(
                tag: content.tag.map { Array($0.utf8) }, length: content.length, isGet: context.method == .get)
        }
        var fields = response.fields
        if let tag = content.tag { fields["ETag"] = tag }
        if content.length != nil { fields["Accept-Ranges"] = "bytes" }
        var status = response.status
        var opened: StreamOpening? = StreamOpening(range: nil, length: content.length)
        switch outcome {
        case .whole: break
        case .ranges(let ranges):
            // The source would have to make several ranges one after another, so the whole content is sent (RFC 9110 §14.2).
            if ranges.count == 1, let range = ranges.first, let length = content.length {
                status = .partialContent
                fields["Content-Range"] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(length)"
                opened = StreamOpening(range: range, length: range.count)
            }
        case .notModified: (status, opened) = (.notModified, nil)
        case .preconditionFailed: (status, opened) = (.preconditionFailed, nil)
        case .unsatisfiable:
            (status, opened) = (.rangeNotSatisfiable, nil)
            fields["Content-Range"] = "bytes */\(content.length ?? 0)"
        }
        if opened == nil { fields["Content-Type"] = nil }
        startLine(status, to: &output)
        FieldLine.append(fields, to: &output)
        if let opened {
            if let count = opened.length {
                length(count, to: &output)
            } else if !context.isHTTP10 {
                output.append("Transfer-Encoding: chunked\r\n")
            }
        } else if status != .notModified {
            length(0, to: &output)
        }
        end(fields, [:], context, persists: false, to: &output)
        return (status.code, context.method == .head ? nil : opened)
    }

    // MARK: Parts

    func encode(
        _ status: Status, _ fields: Fields, _ bytes: [UInt8], _ context: AnswerContext, persists: Bool,
        to output: inout OutputBuffer
    ) -> LargeContent? {
        startLine(status, to: &output)
        FieldLine.append(fields, to: &output)
        // A message with Upgrade needs this connection option, and a 426 has Upgrade (RFC 9110 §7.8, §15.5.22).
        if status == .upgradeRequired { output.append("Connection: upgrade\r\n") }
        // 1xx, 204 and 304 have no content, regardless of their head (RFC 9112 §6.3).
        let hasNoContent = status.code < 200 || status.code == 204 || status.code == 304
        if !hasNoContent { length(bytes.count, to: &output) }
        end(fields, [:], context, persists: persists, to: &output)
        return hasNoContent ? nil : content(bytes, 0..<bytes.count, context, to: &output)
    }

    func startLine(_ status: Status, to output: inout OutputBuffer) {
        output.append("HTTP/1.1 ")
        output.append(decimal: status.code)
        output.append(" ")
        output.append(text: status.reason)
        output.append("\r\n")
    }

    func length(_ count: Int, to output: inout OutputBuffer) {
        output.append("Content-Length: ")
        output.append(decimal: count)
        output.append("\r\n")
    }

    /// Ends the head with the fields of the context, the common fields that neither `fields` nor `others` replaces, Date and Connection.
    func end(
        _ fields: Fields, _ others: Fields, _ context: AnswerContext, persists: Bool, to output: inout OutputBuffer
    ) {
        appendOwn(context, to: &output)
        guard common.areOverridden(by: fields) || common.areOverridden(by: others) || context.isHTTP10 else {
            return output.append(persists ? openEnd : closeEnd)
        }
        common.append(except: fields, others, to: &output)
        output.append(dateLine)
        if !persists {
            output.append("Connection: close\r\n")
        } else if context.isHTTP10 {
            output.append("Connection: keep-alive\r\n")
        }
        output.append("\r\n")
    }

    /// Appends the rate limit, the CORS fields and the request ID of the context, if the context has them.
    @inline(__always)
    func appendOwn(_ context: AnswerContext, to output: inout OutputBuffer) {
        if let quota = context.quota { quota.append(to: &output) }
        if let crossOrigin = context.crossOrigin { crossOrigin.append(to: &output) }
        if let id = context.requestID { output.append("X-Request-ID: ", hexadecimal: id.bits) }
    }

    /// Appends content of at most `copied` bytes and returns `nil`, or returns longer content. For HEAD, appends nothing and returns `nil`.
    func content(
        _ bytes: [UInt8], _ range: Range<Int>, _ context: AnswerContext, to output: inout OutputBuffer
    ) -> LargeContent? {
        guard context.method != .head, !range.isEmpty else { return nil }
        guard range.count <= Self.copied else { return LargeContent(ContentSlice(.bytes(bytes), range)) }
        bytes.withUnsafeBufferPointer { output.append(Bytes(rebasing: $0[range])) }
        return nil
    }

    func content(
        _ data: RepresentationData, _ range: Range<Int>, _ context: AnswerContext, to output: inout OutputBuffer
    ) -> LargeContent? {
        switch data {
        case .bytes(let bytes): return content(bytes, range, context, to: &output)
        case .file:
            guard context.method != .head, !range.isEmpty else { return nil }
            return LargeContent(ContentSlice(data, range))
        }
    }
}
