#if SQLite || PostgreSQL || PostgresNIO
public import StagecraftSharedPools

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension SharedPayload where Resource: Codable {
  /// Values as JSON, with sorted keys, so that equal values are stored alike.
  ///
  /// ```swift
  /// let typed = try await SharedPool<Device>("devices", at: store, payload: .json)
  /// ```
  public static var json: SharedPayload {
    SharedPayload(
      encode: { resource in
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
          return Array(try encoder.encode(resource))
        } catch {
          throw SharedPayloadError("A \(Resource.self) cannot be written as JSON: \(error).")
        }
      },
      decode: { bytes in
        do {
          return try JSONDecoder().decode(Resource.self, from: Data(bytes))
        } catch {
          throw SharedPayloadError(
            "The payload of \(bytes.count) bytes is no \(Resource.self) in JSON: \(error).")
        }
      })
  }
}
#endif
