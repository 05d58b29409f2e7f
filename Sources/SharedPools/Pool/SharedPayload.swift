/// How a pool's resources become the bytes that its store records with each, and back.
///
/// A payload says how to reach a resource: a serial number, an address, a key. It has at most
/// 65,536 bytes. The stores add `.json` for `Codable` resources.
public struct SharedPayload<Resource: Sendable>: Sendable {
  /// Turns a resource into bytes.
  public var encode: @Sendable (Resource) throws -> [UInt8]
  /// Turns bytes into a resource.
  public var decode: @Sendable ([UInt8]) throws -> Resource

  /// Creates a way to store resources.
  ///
  /// - Parameters:
  ///   - encode: Turns a resource into bytes.
  ///   - decode: Turns bytes into a resource. If it throws, the resource is returned at once, and
  ///     the borrower receives the error.
  public init(
    encode: @escaping @Sendable (Resource) throws -> [UInt8],
    decode: @escaping @Sendable ([UInt8]) throws -> Resource
  ) {
    self.encode = encode
    self.decode = decode
  }
}

extension SharedPayload<String> {
  /// Text in UTF-8.
  public static var text: SharedPayload {
    SharedPayload(
      encode: { Array($0.utf8) },
      decode: { bytes in
        guard let text = String(validating: bytes, as: UTF8.self) else {
          throw SharedPayloadError("The payload of \(bytes.count) bytes is not text in UTF-8.")
        }
        return text
      })
  }
}

extension SharedPayload<[UInt8]> {
  /// The bytes themselves.
  public static var bytes: SharedPayload {
    SharedPayload(encode: { $0 }, decode: { $0 })
  }
}

/// A payload that cannot be understood.
public struct SharedPayloadError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, as a sentence.
  public let description: String

  /// Creates an error.
  ///
  /// - Parameter description: What is wrong, as a sentence.
  public init(_ description: String) { self.description = description }
}
