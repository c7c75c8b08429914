extension [UInt8] {
    /// Reads pairs of hexadecimal digits, as test vectors are printed.
    init(hexadecimal digits: String) {
        self = Array(digits.utf8).indices.filter { $0.isMultiple(of: 2) }.compactMap { index in
            UInt8(digits.dropFirst(index).prefix(2), radix: 16)
        }
    }
}
