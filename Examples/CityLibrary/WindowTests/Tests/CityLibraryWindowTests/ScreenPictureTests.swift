import Foundation
import Testing

@testable import WindowDriver

/// Compares the pictures that `WindowTests/pictures` takes with the references.
///
/// They are in `CITY_PICTURES`. With `RENEW_PICTURES`, they become the references.
@Suite(
  "Pictures of screens",
  .enabled(if: newPictures != nil, "CITY_PICTURES does not name a folder."))
struct ScreenPictureTests {
  @Test func screensLookAsTheyDid() throws {
    let references = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Pictures")
    let new = URL(filePath: try #require(newPictures))
    let check = PictureCheck(new, against: references)
    if ProcessInfo.processInfo.environment["RENEW_PICTURES"] != nil {
      return try check.renew()
    }
    let differences = try check.differences()
    #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
  }
}

private let newPictures = ProcessInfo.processInfo.environment["CITY_PICTURES"]
