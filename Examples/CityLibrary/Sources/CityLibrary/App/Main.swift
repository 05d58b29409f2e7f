import Foundation
import StagecraftGTK

/// The City Library: a catalogue of 100,000 titles, loans, a desk and branches in one window.
@main
struct Main {
  @MainActor static func main() {
    guard let arguments = Arguments(CommandLine.arguments.dropFirst()) else {
      FileHandle.standardError.write(Data(Arguments.usage.utf8))
      exit(2)
    }
    let application = GTKApplication(
      "org.stagecraft.CityLibrary", instances: arguments.isOnItsOwn ? .many : .one)
    var app: CityApp?
    let code = application.run {
      app = CityApp(arguments, in: application)
      app?.launch()
    }
    app?.willQuit()
    exit(code)
  }
}
