import Foundation
import LibraryModel
import StagecraftGTK

/// The City Library: a catalogue of 100,000 titles, loans, a desk and branches in one window.
@main
struct Main {
  @MainActor static func main() {
    guard let arguments = Arguments(CommandLine.arguments.dropFirst()) else {
      FileHandle.standardError.write(Data(Arguments.usage.utf8))
      exit(2)
    }
    if arguments.isCheck {
      Task.detached { exit(await check(arguments.libraryPath)) }
      dispatchMain()
    }
    let application = GTKApplication(
      "org.stagecraft.CityLibrary", instances: arguments.isOnItsOwn ? .many : .one)
    var app: CityApp?
    let code = application.run {
      app = CityApp(arguments, in: application)
      app?.launch()
    }
    app?.willQuit()
    exit(code == 0 ? app?.exitCode ?? 0 : code)
  }

  /// Says what is wrong in a file, and whether that is anything: the exit code.
  private static func check(_ path: String) async -> Int32 {
    do {
      let check = try await LibraryCheck(of: path)
      for sentence in check.unfinished { print("to be mended: \(sentence)") }
      for sentence in check.faults { print("wrong: \(sentence)") }
      return check.faults.isEmpty ? 0 : 1
    } catch {
      print("\(error)")
      return 2
    }
  }
}
