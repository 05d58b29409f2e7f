import Foundation
import TestSupport
import Testing

@testable import StagecraftMemory

struct Base64Tests {
  @Test(arguments: [
    ("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYg==", "foob"),
    ("Zm9vYmE=", "fooba"), ("Zm9vYmFy", "foobar"),
    ("c29tZSAyMDAwMDAgMjAwMDAwMAA=", "some 200000 2000000\0"),
  ])
  func decodesValidText(text: String, bytes: String) {
    #expect(Base64.bytes(text) == Array(bytes.utf8))
  }

  @Test(arguments: [
    "Z", "Zg", "Zg=", "Zg===", "=", "==", "====", "Z===", "Zm9vZ", "Zm 9v", "Zm9v\n", " Zm9v",
    "Zm9v====", "Zg==Zg==", "Zh==", "Zm9=", "Zm-_", "Zm9é", "Zm9v\0", "=Zm9", "Z=g=",
  ])
  func rejectsInvalidText(text: String) {
    #expect(Base64.bytes(text) == nil)
  }

  @Test func decodingInvertsEncoding() throws {
    try withEverySeed(in: 0..<500) { generator in
      let count = Int.random(in: 0...70, using: &generator)
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      #expect(Base64.bytes(Data(bytes).base64EncodedString()) == bytes, "\(Labels.text)")
    }
  }

  /// Any decodable text is exactly the encoding of its bytes: no two texts decode to the same
  /// bytes.
  @Test func acceptsOnlyCanonicalEncodings() throws {
    let letters = Array("ABCDwxyz0189+/==-_ \n\0é".unicodeScalars)
    try withEverySeed(in: 0..<5000) { generator in
      var text = ""
      for _ in 0..<Int.random(in: 0...12, using: &generator) {
        text.unicodeScalars.append(letters.randomElement(using: &generator) ?? "A")
      }
      let expected = Data(base64Encoded: text).flatMap { data in
        data.base64EncodedString() == text ? Array(data) : nil
      }
      #expect(Base64.bytes(text) == expected, "\(Labels.text): \(text.debugDescription)")
    }
  }
}
