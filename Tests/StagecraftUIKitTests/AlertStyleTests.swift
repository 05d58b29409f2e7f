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
    ([.normal, .normal], [.normal, .normal]),
    ([.destructive], [.destructive]),
    // Escape chooses the only action, and UIKit lets it choose a cancel action.
    ([.normal], [.cancel]),
  ])
  func onlyTheFirstCancelStyleIsKept(styles: [AlertActionStyle], shown: [AlertActionStyle]) {
    #expect(styles.withOneCancelStyle == shown)
  }
}
