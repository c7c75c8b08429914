import Glibc

/// Encodes responses from prebuilt content, with conditions (RFC 9110 §13), ranges (§14) and content codings (§12.5.3).
extension ResponseEncoder {
    /// Encodes prebuilt content with status 200, or with the status that conditions and ranges require: 206, 304, 412 or 416.
    ///
    /// - Returns: the status, and the content that the caller must send after `output`; `nil` if `output` contains the whole response.
    func encode(
        _ representation: Representation, fields: Fields = Fields(), _ context: AnswerContext, persists: Bool,
        to output: inout OutputBuffer
    ) -> (status: Int, large: LargeContent?) {
        let variant = representation.selected(prefersGzip: context.prefersGzip)
        let outcome =
            context.conditions?.evaluate(
                tag: variant.tag, lastModified: representation.lastModified, length: variant.content.count,
                isGet: context.method == .get, now: now) ?? .whole
        let status: Status
        var large: LargeContent?
        switch outcome {
        case .whole:
            status = .ok
            output.append(variant.okHead)
            if representation.statesTime { appendTime(to: &output) }
            if fields.lines.isEmpty, common.nameMask & representation.nameMask == 0, !context.isHTTP10 {
                appendOwn(context, to: &output)
                output.append(persists ? openEnd : closeEnd)
            } else {
                FieldLine.append(fields, to: &output)
                end(fields, representation.fields, context, persists: persists, to: &output)
            }
            large = content(variant.content, 0..<variant.content.count, context, to: &output)
        case .notModified:
            status = .notModified
            startLine(status, to: &output)
            output.append(variant.metadata)
            if representation.statesTime { appendTime(to: &output) }
            FieldLine.append(fields, to: &output)
            end(fields, representation.fields, context, persists: persists, to: &output)
        case .preconditionFailed:
            status = .preconditionFailed
            large = encode(status, fields, [], context, persists: persists, to: &output)
        case .unsatisfiable:
            status = .rangeNotSatisfiable
            var fields = fields
            fields["Content-Range"] = "bytes */\(variant.content.count)"
            large = encode(status, fields, [], context, persists: persists, to: &output)
        case .ranges(let ranges):
            status = .partialContent
            startLine(status, to: &output)
            output.append(variant.metadata)
            output.append(variant.contentFields)
            FieldLine.append(fields, to: &output)
            if ranges.count == 1, let range = ranges.first {
                FieldLine.append("Content-Type", representation.mediaType, to: &output)
                FieldLine.append(
                    "Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(variant.content.count)",
                    to: &output)
                length(range.count, to: &output)
                end(fields, representation.fields, context, persists: persists, to: &output)
                large = content(variant.content, range, context, to: &output)
            } else {
                let parts = MultipartRanges(ranges, of: variant.content, mediaType: representation.mediaType)
                FieldLine.append("Content-Type", parts.mediaType, to: &output)
                length(parts.count, to: &output)
                end(fields, representation.fields, context, persists: persists, to: &output)
                large = content(parts, to: &output)
            }
        }
        return (status.code, large)
    }

    /// Appends the field `Server-Time`, in milliseconds since 1970, because `Date` has seconds only.
    private func appendTime(to output: inout OutputBuffer) {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        FieldLine.append(
            Representation.timeField, String(Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000), to: &output)
    }

    /// Appends several ranges and returns `nil`, or returns the parts if they are in a file or longer than `copied` bytes.
    private func content(_ parts: MultipartRanges, to output: inout OutputBuffer) -> LargeContent? {
        guard parts.count <= Self.copied, parts.areOnHeap else {
            return parts.slices.first.map { LargeContent($0, followedBy: Array(parts.slices.dropFirst())) }
        }
        for slice in parts.slices {
            guard case .bytes(let bytes) = slice.data else { continue }
            bytes.withUnsafeBufferPointer { output.append(Bytes(rebasing: $0[slice.range])) }
        }
        return nil
    }
}
