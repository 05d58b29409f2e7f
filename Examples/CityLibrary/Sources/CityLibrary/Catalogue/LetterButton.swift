import LibraryModel
import StagecraftGTK

/// A button that opens the letters, to go to one.
final class LetterButton: MenuButton {
  private var buttons: [Character: Button] = [:]

  /// Creates a button with a label for assistive technologies.
  init(label: String, _ choose: @escaping @MainActor (Character) -> Void) {
    super.init("A–Z")
    setAccessibleLabel(label)
    addStyle("flat")
    let grid = Grid()
    for (index, letter) in Catalogue.Order.letters.enumerated() {
      let button = Button("\(letter)") { [weak self] in
        self?.popDown()
        choose(letter)
      }
      button.addStyle("flat")
      grid.attach(button, column: index % 7, row: index / 7)
      buttons[letter] = button
    }
    popover = Popover(grid)
    isVisible = false
  }

  func show(_ found: Set<Character>) {
    isVisible = !found.isEmpty
    for (letter, button) in buttons { button.isSensitive = found.contains(letter) }
  }
}
