internal import Harness
internal import StagecraftScreens

extension Case {
  /// A thousand screens at once.
  static var crowds: [Case] {
    [
      Case(
        "plan-1000",
        "1000 screens: the unloading order is computed, and one view is unloaded and loaded again"
      ) {
        let crowd = try onMain { Crowd() }
        return [.onMain("stagecraft") { for _ in 0..<$0 { try crowd.planAndUnloadOne() } }]
      },
      Case("unload-1000", "the views of 999 hidden screens are unloaded, and loaded again") {
        let crowd = try onMain { Crowd() }
        return [
          .onMain("stagecraft") { times in
            for _ in 0..<times {
              let count = crowd.unloadAndLoadAll()
              guard count > 900 else {
                throw Crowd.Surprise(text: "only \(count) views were unloaded")
              }
            }
          }
        ]
      },
      Case("warning-1000", "a memory warning to 1000 screens with nothing to drop") {
        let crowd = try onMain {
          let crowd = Crowd()
          crowd.application.warningPolicy = .heavyOnly
          return crowd
        }
        let closures = try onMain { Listeners(count: Crowd.count) }
        return [
          .onMain("stagecraft") { for _ in 0..<$0 { crowd.warn() } },
          .onMain("floor") { for _ in 0..<$0 { closures.tell() } },
        ]
      },
      Case("screen", "a screen without a view is created and freed") {
        let application = try onMain { ScreenApplication() }
        return [
          .onMain("stagecraft") { times in
            for _ in 0..<times { Sink.keep(BranchScreen(in: application)) }
          },
          .onMain("floor") { times in
            for _ in 0..<times { Sink.keep(Bystander()) }
          },
        ]
      },
      Case(
        "screen-memory", "memory for each of 1000 screens without a view", unit: "bytes"
      ) {
        let screen = try onMain {
          let application = ScreenApplication()
          return HeapInUse.added {
            (0..<Crowd.count).map { _ in BranchScreen(in: application) }
          }
        }
        let plain = try onMain {
          HeapInUse.added { (0..<Crowd.count).map { _ in Bystander() } }
        }
        return [found("stagecraft", screen), found("floor", plain)].compactMap(\.self)
      },
    ]
  }

  private static func found(_ name: String, _ bytes: Int?) -> Subject? {
    bytes.map { .found(name, Double(max($0, 1)) / Double(Crowd.count)) }
  }
}

/// A minimal object that receives notifications.
private final class Bystander {
  var steps = 0
}

/// Closures that are called one after the other.
@MainActor
private final class Listeners {
  private let closures: [@MainActor () -> Void]

  init(count: Int) {
    closures = (0..<count).map { _ in
      let one = Bystander()
      return { one.steps &+= 1 }
    }
  }

  func tell() { for closure in closures { closure() } }
}
