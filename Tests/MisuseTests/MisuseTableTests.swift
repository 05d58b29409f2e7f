import Foundation
import TestSupport
import Testing

/// Runs the table of misuses in this build.
///
/// The gate runs the executable itself in release.
@Suite(.timeLimit(.minutes(10))) struct MisuseTableTests {
  /// The executable, which is in the same folder as that of the tests.
  static let program: String = {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: own).deletingLastPathComponent()
      .appendingPathComponent("misuses").path
  }()

  @Test(
    .enabled("Requires the executable “misuses” beside the tests.") {
      FileManager.default.isExecutableFile(atPath: program)
    })
  func everyMisuseStopsTheProgramWithItsMessage() async throws {
    let (status, output) = try await onThread {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: Self.program)
      let pipe = Pipe()
      process.standardOutput = pipe
      try process.run()
      let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }
    #expect(status == 0, "\(output)")
  }
}
