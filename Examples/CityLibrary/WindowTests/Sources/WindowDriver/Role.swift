/// What a widget is, with the numbers of AT-SPI.
public struct Role: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let checkBox = Role(rawValue: 7)
  public static let comboBox = Role(rawValue: 11)
  public static let dialog = Role(rawValue: 16)
  public static let frame = Role(rawValue: 23)
  public static let label = Role(rawValue: 29)
  public static let list = Role(rawValue: 31)
  public static let listItem = Role(rawValue: 32)
  public static let menuItem = Role(rawValue: 35)
  public static let tab = Role(rawValue: 37)
  public static let panel = Role(rawValue: 39)
  public static let button = Role(rawValue: 43)
  public static let radioButton = Role(rawValue: 44)
  public static let radioItem = Role(rawValue: 45)
  public static let table = Role(rawValue: 55)
  public static let cell = Role(rawValue: 56)
  public static let text = Role(rawValue: 61)
  public static let toggle = Role(rawValue: 62)
  public static let entry = Role(rawValue: 79)

  /// What one presses.
  static let pressable: Set<Role> = [
    .button, .toggle, .radioButton, .checkBox, .comboBox, .menuItem, .radioItem, .listItem, .cell,
    .tab,
  ]

  private static let names: [Role: String] = [
    checkBox: "check box", comboBox: "combo box", dialog: "dialog", frame: "frame", label: "label",
    list: "list", listItem: "list item", tab: "tab", menuItem: "menu item", panel: "panel", button: "button",
    radioButton: "radio button", radioItem: "radio item", table: "table", cell: "cell",
    text: "text", toggle: "toggle", entry: "entry",
  ]

  public var description: String { Self.names[self] ?? "role \(rawValue)" }
}

/// The states of a widget that tests read, with the bits of AT-SPI.
public struct States: OptionSet, Hashable, Sendable {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public static let active = States(rawValue: 1 << 1)
  public static let checked = States(rawValue: 1 << 4)
  public static let focusable = States(rawValue: 1 << 11)
  public static let focused = States(rawValue: 1 << 12)
  public static let pressed = States(rawValue: 1 << 20)
  public static let selected = States(rawValue: 1 << 23)
  public static let sensitive = States(rawValue: 1 << 24)
}
