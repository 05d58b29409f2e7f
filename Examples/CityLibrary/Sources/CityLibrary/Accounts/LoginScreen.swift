import LibraryModel
import Stagecraft
import StagecraftGTK

/// A sheet that asks for the card, and says what waits for it.
final class LoginScreen: LibraryScreen, ResultScreen {
  typealias Result = Reader

  private let waiting: @Sendable () -> [String]
  @ViewBound private(set) var card: Entry
  @ViewBound private(set) var pin: Entry
  @ViewBound private var hint: Label

  init(_ app: CityApp, waiting: @escaping @Sendable () -> [String]) {
    self.waiting = waiting
    super.init(app)
    title = text("Sign In")
  }

  override func makeView() {
    guard let view = view as? Box else { return }
    let waiting = waiting()
    let why = Label(
      waiting.isEmpty
        ? text("Your loans and favourites are shown as soon as you are signed in.")
        : text("What you have asked for is done as soon as you are signed in."),
      alignment: .center, wraps: true)
    why.addStyle("dim-label")
    card = Entry(placeholder: text("Card number"))
    pin = Entry(placeholder: text("PIN"))
    pin.hidesText = true
    card.onActivate = { [weak self] in _ = self?.pin.grabFocus() }
    pin.onActivate = { [weak self] in self?.signIn() }
    hint = Label(text("The demonstration has card 4711 0815 with PIN 1842."), wraps: true)
    hint.addStyle("caption")
    hint.addStyle("dim-label")
    let page = Box(.vertical, spacing: 12, [why, card, pin, hint])
    if !waiting.isEmpty {
      let names = Label(text("Waiting: %@", waiting.joined(separator: ", ")), wraps: true)
      names.addStyle("caption")
      page.append(names)
    }
    page.setMargin(24)
    view.append(page)
    let signIn = Button(text("Sign In")) { [weak self] in self?.signIn() }
    signIn.addStyle("suggested-action")
    let cancel = Button(text("Cancel")) { [weak self] in self?.dismiss() }
    view.barStartActions = [cancel]
    view.barActions = [signIn]
  }

  func signIn() {
    guard let reader = app.library?.session.reader(withCard: card.text, pin: pin.text) else {
      hint.text = text("There is no card with this number and this PIN.")
      hint.addStyle("error")
      return
    }
    finish(with: reader)
  }
}
