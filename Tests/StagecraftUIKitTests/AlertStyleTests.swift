import StagecraftOperations
import Testing

@testable import StagecraftUIKit

@Suite("The styles of an alert's actions")
struct AlertStyleTests {
  @Test(arguments: [
    ([AlertActionStyle](), [AlertActionStyle]()),
    ([.cancel], [.cancel]),
    ([.cancel, .normal, .cancel], [.cancel, .normal, .normal]),
    ([.destructive, .cancel, .cancel], [.destructive, .cancel, .normal]),
    ([.normal, .destructive], [.normal, .destructive]),
  ])
  func oneIsTheCancelStyle(styles: [AlertActionStyle], shown: [AlertActionStyle]) {
    #expect(styles.withOneCancelStyle == shown)
  }

  @Test func errorsDescribeTheCause() {
    #expect(AlertPresentationError.noWindow.description.contains("window"))
    #expect(AlertPresentationError.vanished.description.contains("removed from the screen"))
    #expect(AlertPresentationError.noWindow != AlertPresentationError.vanished)
  }
}
