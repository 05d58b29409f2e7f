import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftScreens

/// Random trees of screens, used at random, show again what they have shown before.
@MainActor
@Suite(.timeLimit(.minutes(3)))
struct NavigationWalkModelTests {
  typealias Library = RestorationModelTests.Library

  /// Everything has a name that the catalog knows, so nothing can be lost.
  @Test
  func earlierNavigationsAreShownExactly() throws {
    try withEverySeed(in: 0..<60) { generator in
      let library = Library()
      library.application.catalog = library.catalog
      library.window.setRoot(library.screen(depth: 3, using: &generator))
      var earlier = [library.window.navigation]
      for round in 0..<40 {
        for _ in 0..<Int.random(in: 0..<6, using: &generator) { library.act(using: &generator) }
        let now = library.window.navigation
        library.recorder.clear()
        #expect(library.window.show(now).reportIfOver?.isComplete == true, "\(Labels.text)")
        #expect(library.recorder.takeLines().isEmpty, "round \(round), \(Labels.text)")
        earlier.append(now)
        guard generator.oneIn(2), let some = earlier.randomElement(using: &generator) else {
          continue
        }
        let request = library.window.show(some)
        #expect(request.reportIfOver?.losses == [], "round \(round), \(Labels.text)")
        #expect(library.window.navigation == some, "round \(round), \(Labels.text)")
      }
      // A new process shows it too.
      let fresh = Library()
      let last = try #require(earlier.randomElement(using: &generator))
      fresh.window.show(last, catalog: fresh.catalog)
      #expect(fresh.window.navigation == last, "\(Labels.text)")
      #expect(library.isInOrder && fresh.isInOrder, "\(Labels.text)")
    }
  }
}
