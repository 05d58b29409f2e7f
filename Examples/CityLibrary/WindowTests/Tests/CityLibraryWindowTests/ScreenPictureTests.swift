import Foundation
import Testing

@testable import WindowDriver

/// Compares the pictures that `WindowTests/pictures` takes with the references.
///
/// They are in `CITY_PICTURES`. With `RENEW_PICTURES`, they become the references. A picture of each
/// difference is in the folder that `CITY_DIFFERENCES` names: the reference, the new one, and what
/// differs.
@Suite(
  "Pictures of screens",
  .enabled(if: newPictures != nil, "CITY_PICTURES does not name a folder."))
struct ScreenPictureTests {
  @Test func screensLookAsTheyDid() throws {
    let references = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Pictures")
    let new = URL(filePath: try #require(newPictures))
    let check = PictureCheck(new, against: references)
    let environment = ProcessInfo.processInfo.environment
    if environment["RENEW_PICTURES"] != nil { return try check.renew() }
    let folder = environment["CITY_DIFFERENCES"].map { URL(filePath: $0) }
    let differences = try check.differences(writingTo: folder)
    #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
  }
}

private let newPictures = ProcessInfo.processInfo.environment["CITY_PICTURES"]
