import Stagecraft
import StagecraftGTK

/// What is on a shelf; the user goes back with a swipe.
final class ShelfScreen: LibraryScreen {
  private let number: Int

  init(_ number: Int) {
    self.number = number
    super.init()
    title = "Shelf \(number)"
  }

  override func loadView() -> Widget {
    let heading = Label(title, alignment: .center)
    heading.addStyle("title-1")
    let view = Box(.vertical, spacing: 12, [heading])
    for place in 1...8 { view.append(Label("Place \(number).\(place)", alignment: .center)) }
    view.setMargin(24)
    return view
  }
}
