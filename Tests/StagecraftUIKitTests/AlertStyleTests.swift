import StagecraftOperations
import Testing

@testable import StagecraftUIKit

struct AlertStyleTests {
  @Test(arguments: [
    ([AlertActionStyle](), [AlertActionStyle]()),
    ([.cancel], [.cancel]),
    ([.cancel, .normal, .cancel], [.cancel, .normal, .normal]),
    ([.destructive, .cancel, .cancel], [.destructive, .cancel, .normal]),
    ([.normal, .destructive], [.normal, .destructive]),
  ])
  func onlyTheFirstCancelStyleIsKept(styles: [AlertActionStyle], shown: [AlertActionStyle]) {
    #expect(styles.withOneCancelStyle == shown)
  }

  @Test func errorsDescribeWhatHappened() {
    #expect(AlertPresentationError.noWindow.description.contains("window"))
    #expect(AlertPresentationError.vanished.description.contains("removed from the screen"))
    #expect(AlertPresentationError.noWindow != AlertPresentationError.vanished)
  }
}
