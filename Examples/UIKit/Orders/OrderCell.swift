import UIKit

/// A row for an order.
class OrderCell: UITableViewCell {
  func show(_ order: Order) {
    var content = UIListContentConfiguration.valueCell()
    content.text = order.title
    content.secondaryText = "\(order.reader), \(order.state.rawValue)"
    contentConfiguration = content
    accessoryType = order.state == .ready ? .checkmark : .none
  }
}

/// A row for an order that has not been picked up.
final class LateOrderCell: OrderCell {
  override func show(_ order: Order) {
    var content = UIListContentConfiguration.subtitleCell()
    content.text = order.title
    content.textProperties.color = .systemOrange
    content.secondaryText = "\(order.reader) has not picked it up"
    contentConfiguration = content
  }
}
