/// The buffer of the responses of one connection's turn, which are sent together (spec H2). The connections of a loop share it.
struct OutputBuffer: ~Copyable {
    private var storage: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int = 64 * 1024) {
        self.capacity = capacity
        storage = .allocate(capacity: capacity)
    }

    deinit { storage.deallocate() }

    var bytes: Bytes { Bytes(start: storage, count: count) }

    mutating func removeAll() { count = 0 }

    mutating func append(_ bytes: Bytes) {
        guard let source = bytes.baseAddress else { return }
        reserve(bytes.count)
        (storage + count).update(from: source, count: bytes.count)
        count += bytes.count
    }

    mutating func append(_ bytes: [UInt8]) {
        reserve(bytes.count)
        bytes.withUnsafeBufferPointer { source in
            guard let base = source.baseAddress else { return }
            (storage + count).update(from: base, count: source.count)
        }
        count += bytes.count
    }

    mutating func append(_ text: StaticString) {
        append(Bytes(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func append(text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    /// Appends a non-negative number in decimal digits.
    mutating func append(decimal number: Int) {
        reserve(20)
        var rest = max(0, number)
        var length = 1
        var head = rest
        while head >= 10 {
            head /= 10
            length += 1
        }
        for index in stride(from: length - 1, through: 0, by: -1) {
            storage[count + index] = ASCII.zero + UInt8(rest % 10)
            rest /= 10
        }
        count += length
    }

    /// Appends a line: the text, the number as sixteen hexadecimal digits, and CRLF.
    mutating func append(_ text: StaticString, hexadecimal number: UInt64) {
        let length = text.utf8CodeUnitCount
        reserve(length + 18)
        let place = UnsafeMutableRawPointer(storage + count)
        place.copyMemory(from: text.utf8Start, byteCount: length)
        let digits = number.hexadecimalDigits
        place.storeBytes(of: digits.0.bigEndian, toByteOffset: length, as: UInt64.self)
        place.storeBytes(of: digits.1.bigEndian, toByteOffset: length + 8, as: UInt64.self)
        place.storeBytes(of: UInt16(0x0D0A).bigEndian, toByteOffset: length + 16, as: UInt16.self)
        count += length + 18
    }

    @inline(__always)
    private mutating func reserve(_ additional: Int) {
        if count + additional > capacity { grow(by: additional) }
    }

    @inline(never)
    private mutating func grow(by additional: Int) {
        let larger = max(capacity * 2, count + additional)
        let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        moved.update(from: storage, count: count)
        storage.deallocate()
        storage = moved
        capacity = larger
    }
}
