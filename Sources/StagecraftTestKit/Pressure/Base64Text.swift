struct Base64Text: CustomStringConvertible {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

  let description: String

  init(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      // Missing bytes count as zero; letters without any input bits become "=".
      let bits = (0..<3).reduce(0) { bits, place in
        bits << 8 | (place < group.count ? Int(group[start + place]) : 0)
      }
      for place in 0..<4 {
        let letter = Self.letters[bits >> (18 - 6 * place) & 63]
        text.append(place <= group.count ? letter : "=")
      }
    }
    description = text
  }
}
