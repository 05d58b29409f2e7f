extension AnyScreen {
  final func tellWillMove(to parent: AnyScreen?) {
    note(.willMove(toParent: parent?.id))
    willMove(toParent: parent)
  }

  final func tellDidMove(to parent: AnyScreen?) {
    note(.didMove(toParent: parent?.id))
    didMove(toParent: parent)
  }
}
