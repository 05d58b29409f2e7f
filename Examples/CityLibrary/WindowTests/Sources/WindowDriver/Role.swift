/// What a widget is, with the numbers of AT-SPI.
struct Role: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  let rawValue: UInt32
  init(rawValue: UInt32) { self.rawValue = rawValue }

  static let checkBox = Role(rawValue: 7)
  static let comboBox = Role(rawValue: 11)
  static let dialog = Role(rawValue: 16)
  static let filler = Role(rawValue: 20)
  static let frame = Role(rawValue: 23)
  static let label = Role(rawValue: 29)
  static let list = Role(rawValue: 31)
  static let listItem = Role(rawValue: 32)
  static let menuItem = Role(rawValue: 35)
  static let tab = Role(rawValue: 37)
  static let panel = Role(rawValue: 39)
  static let button = Role(rawValue: 43)
  static let radioButton = Role(rawValue: 44)
  static let radioItem = Role(rawValue: 45)
  static let scrolled = Role(rawValue: 49)
  static let table = Role(rawValue: 55)
  static let cell = Role(rawValue: 56)
  static let text = Role(rawValue: 61)
  static let toggle = Role(rawValue: 62)
  static let entry = Role(rawValue: 79)

  /// What one presses.
  static let pressable: Set<Role> = [
    .button, .toggle, .radioButton, .checkBox, .comboBox, .menuItem, .radioItem, .listItem, .cell,
    .tab,
  ]

  private static let names: [Role: String] = [
    checkBox: "check box", comboBox: "combo box", dialog: "dialog", filler: "filler",
    frame: "frame", label: "label",
    list: "list", listItem: "list item", tab: "tab", menuItem: "menu item", panel: "panel",
    button: "button",
    radioButton: "radio button", radioItem: "radio item", scrolled: "scrolled", table: "table",
    cell: "cell",
    text: "text", toggle: "toggle", entry: "entry",
  ]

  var description: String { Self.names[self] ?? "role \(rawValue)" }
}

/// The states of a widget that tests read, with the bits of AT-SPI.
struct States: OptionSet, Hashable, Sendable {
  let rawValue: UInt64

  static let active = States(rawValue: 1 << 1)
  static let checked = States(rawValue: 1 << 4)
  static let focusable = States(rawValue: 1 << 11)
  static let focused = States(rawValue: 1 << 12)
  static let pressed = States(rawValue: 1 << 20)
  static let selected = States(rawValue: 1 << 23)
  static let sensitive = States(rawValue: 1 << 24)
}
