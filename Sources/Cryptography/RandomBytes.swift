/// Random bytes for keys, salts and nonces.
public enum RandomBytes {
    /// Returns `count` bytes of the kernel's random number generator.
    public static func make(count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count {
            let rest = count - bytes.count
            withUnsafeBytes(of: generator.next()) { bytes.append(contentsOf: $0.prefix(rest)) }
        }
        return bytes
    }
}
