#if GTK
import CGTK
import CStageGTK
import CStageGTKTestKit
import StagecraftGTKTestKit
import Testing

@testable import StagecraftGTK

@MainActor
private final class Wish {
  var isThere = false
}

extension WindowTests {
  @MainActor
  @Suite("Menus", .timeLimit(.minutes(2)))
  struct MenuTests {
    init() { GTKTest.prepare() }

    /// Chooses an item as the open menu does: by the name of its action, from a widget in it.
    private func choose(_ position: Int, of menu: Menu, from widget: Widget) -> Bool {
      let (action, target) = menu.withModel { model -> (String, OpaquePointer?) in
        let name = g_menu_model_get_item_attribute_value(model, Int32(position), "action", nil)!
        defer { g_variant_unref(name) }
        return (
          String(cString: g_variant_get_string(name, nil)),
          g_menu_model_get_item_attribute_value(model, Int32(position), "target", nil)
        )
      }
      defer { if let target { g_variant_unref(target) } }
      return widget.withRaw { gtk_widget_activate_action_variant($0, action, target) != 0 }
    }

    private func label(_ position: Int, of menu: Menu) -> String {
      menu.withModel { model in
        let label = g_menu_model_get_item_attribute_value(model, Int32(position), "label", nil)!
        defer { g_variant_unref(label) }
        return String(cString: g_variant_get_string(label, nil))
      }
    }

    @Test func itemsCallTheirClosures() async throws {
      let census = Census()
      do {
        var calls: [String] = []
        let menu = Menu()
        let renew = menu.addItem("Renew_All") { calls.append("renew") }
        let late = menu.addToggle("Only Late Ones", isActive: false) { calls.append("late \($0)") }
        let order = menu.addSection("Order")
        let choice = order.addChoice(["By Title", "By Due Date"], selected: 0) {
          calls.append("order \($0)")
        }
        let export = menu.addSubmenu("Export")
        export.addItem("As Text") { calls.append("text") }
        let button = MenuButton(icon: "open-menu-symbolic", label: "Main menu", menu: menu)
        let window = TestWindow(Box(.vertical, [button]))
        try await window.open()
        #expect(menu.count == 4 && order.count == 2 && label(0, of: menu) == "Renew__All")
        button.popUp()
        #expect(await GTKTest.until { button.isOpen })
        #expect(choose(0, of: menu, from: button))
        #expect(choose(1, of: menu, from: button) && late.isActive)
        #expect(choose(1, of: order, from: button) && choice.selectedIndex == 1)
        #expect(choose(0, of: export, from: button))
        #expect(calls == ["renew", "late true", "order 1", "text"])
        // The program's changes are not the user's.
        late.isActive = false
        choice.selectedIndex = nil
        #expect(!late.isActive && choice.selectedIndex == nil && calls.count == 4)
        renew.isEnabled = false
        choice.isEnabled = false
        renew.activate()
        choice.activate(0)
        #expect(!renew.isEnabled && calls.count == 4)
        late.activate()
        #expect(calls.last == "late true")
        button.popDown()
        #expect(await GTKTest.until { !button.isOpen })
        // Removed items are gone, and with them their closures.
        menu.removeAll()
        menu.addItem("New") { calls.append("new") }
        #expect(menu.count == 1 && choose(0, of: menu, from: button) && calls.last == "new")
        button.menu = nil
        #expect(button.withOpaque { gtk_menu_button_get_menu_model($0) } == nil)
        if environment("GTK_A11Y") == "test" { #expect(button.hasAccessibleLabel("Main menu")) }
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func aMenuButtonOpensAPopover() async throws {
      let census = Census()
      do {
        let popover = Popover(Label("Two readers are in line."))
        let button = MenuButton("Line", menu: Menu())
        let window = TestWindow(Box(.vertical, [button]))
        try await window.open()
        button.popover = popover
        #expect(button.menu == nil && button.text == "Line")
        var closed = 0
        popover.onClose = { closed += 1 }
        button.isPrimary = true
        button.popUp()
        #expect(await GTKTest.until { popover.isOpen && popover.content?.isMapped == true })
        popover.popDown()
        #expect(await GTKTest.until { !popover.isOpen && closed == 1 })
        button.menu = Menu()
        #expect(button.popover == nil && popover.parent == nil)
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test(arguments: [false, true])
    func aPopoverIsAttachedToABox(isDetached: Bool) async throws {
      let census = Census()
      do {
        let popover = Popover(Entry(placeholder: "Notes"), hasArrow: false)
        let box = Box(.vertical, [Label("Shelf")])
        let window = TestWindow(Box(.vertical, [box]))
        try await window.open()
        popover.attach(to: box)
        popover.popUp()
        #expect(await GTKTest.until { popover.content?.isMapped == true })
        if isDetached {
          popover.detach()
          #expect(popover.parent == nil && !popover.isOpen)
          popover.attach(to: box)
        }
        popover.content = nil
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func aPopoverMayLeaveWithoutBeingDetached() async throws {
      let census = Census()
      do {
        let box = Box(.vertical, [Label("Shelf")])
        let bin = Bin()
        let window = TestWindow(Box(.vertical, [box, bin]))
        try await window.open()
        Popover(Label("Notes")).attach(to: box)
        Popover(Label("Notes")).attach(to: bin)
        #expect(bin.content == nil)
        bin.content = Label("Shelf")
        bin.content = nil
        #expect(bin.children.count == 1)
        box.removeAll()
        #expect(box.children.count == 1)
        if let popover = box.children.first { box.remove(popover) }
        #expect(box.children.isEmpty)
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func aSplitButtonIsClickedAndOpensItsMenu() async throws {
      let census = Census()
      do {
        var calls: [String] = []
        let menu = Menu()
        menu.addItem("Borrow for Another Reader") { calls.append("other") }
        let button = SplitButton("Borrow", menu: menu) { calls.append("borrow") }
        let window = TestWindow(Box(.vertical, [button]))
        try await window.open()
        button.withRaw { stage_emit($0, "clicked") }
        #expect(choose(0, of: menu, from: button))
        #expect(calls == ["borrow", "other"] && button.text == "Borrow")
        button.menuTooltip = "More ways to borrow"
        #expect(button.menuTooltip == "More ways to borrow")
        button.popUp()
        try await window.nextFrames(2)
        button.popDown()
        window.close()
      }
      await census.expectUnchanged()
    }

    /// GTK 4.8 leaks a popover that is open when its window is destroyed.
    @Test(arguments: 0..<4)
    func aWindowClosesWhileAMenuIsOpen(kind: Int) async throws {
      let census = Census()
      do {
        let menu = Menu()
        menu.addItem("Renew") {}
        menu.addSubmenu("Export").addItem("As Text") {}
        let popover = Popover(Entry(placeholder: "Notes"))
        let box = Box()
        switch kind {
        case 0:
          let button = MenuButton("Loans", menu: menu)
          box.append(button)
        case 1:
          let button = MenuButton("Notes")
          button.popover = popover
          box.append(button)
        case 2: popover.attach(to: box)
        default: box.append(SplitButton("Borrow", menu: menu))
        }
        let window = TestWindow(Box(.vertical, [Label("Shelf"), box]))
        try await window.open()
        switch kind {
        case 2: popover.popUp()
        case 3: (box.children[0] as? SplitButton)?.popUp()
        default: (box.children[0] as? MenuButton)?.popUp()
        }
        try await window.nextFrames(2)
        if kind == 1 || kind == 2 { #expect(popover.content?.isMapped == true) }
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func aWidgetHasAContextMenu() async throws {
      let census = Census()
      do {
        var calls: [String] = []
        let menu = Menu()
        menu.addItem("Cancel the Order") { calls.append("cancel") }
        let copy = menu.addSection()
        copy.addItem("Copy the Number") { calls.append("copy") }
        let wish = Wish()
        let order = Label("#4711")
        order.addContextMenu { wish.isThere ? menu : nil }
        let window = TestWindow(Box(.vertical, [order, Button("Borrow")]))
        try await window.open()
        #expect(order.clickSecondary(x: 3, y: 3) && openMenus(in: window).isEmpty)
        wish.isThere = true
        order.clickSecondary(x: 3, y: 3)
        #expect(await GTKTest.until { openMenus(in: window).count == 1 })
        let raw = try #require(openMenus(in: window).first)
        let popover = Widget(raw)
        #expect(choose(0, of: menu, from: popover) && choose(0, of: copy, from: popover))
        #expect(calls == ["cancel", "copy"])
        await keepPicture("context-menu", of: popover)
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func aRowWithTheFocusHasTheMenuOfWhatIsInIt() async throws {
      let census = Census()
      do {
        var asked = 0
        let row = Label("#4711")
        row.addContextMenu {
          asked += 1
          return nil
        }
        let list = ListBox([row, Label("#4712")])
        let window = TestWindow(Box(.vertical, [list, Button("Borrow")]))
        try await window.open()
        // The keys of the widget itself, and those of its row.
        window.children[0].children[1].grabFocus()
        row.withRaw { _ = stage_test_press($0, "Menu") }
        #expect(asked == 1)
        row.withRaw { _ = gtk_widget_grab_focus(gtk_widget_get_parent($0)) }
        row.withRaw { _ = stage_test_press($0, "<Shift>F10") }
        #expect(asked == 3)
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func aPopoverLeavesARow() async throws {
      let census = Census()
      do {
        let (row, entry) = (ActionRow("Copy 1"), EntryRow("Name"))
        let expander = ExpanderRow("Copies", [ActionRow("Copy 2")])
        let group = PreferencesGroup("Loans", [row, entry, expander])
        let window = TestWindow(group)
        try await window.open()
        let popovers = [row, entry, expander, group].map { widget in
          let popover = Popover(Label("Notes"))
          popover.attach(to: widget)
          return popover
        }
        #expect(group.rows.count == 3 && expander.rows.count == 1)
        row.remove(popovers[0])
        entry.remove(popovers[1])
        expander.remove(popovers[2])
        group.remove(popovers[3])
        #expect(popovers.allSatisfy { $0.parent == nil })
        popovers[3].attach(to: group)
        group.removeAll()
        #expect(group.rows.isEmpty && popovers[3].parent === group)
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func itemsWithoutAWidgetEndWithTheirMenu() async {
      let census = Census()
      do {
        var menu: Menu? = Menu()
        let item = menu?.addItem("Renew") {}
        menu = nil
        item?.activate()
      }
      await census.expectUnchanged()
    }
  }
}
#endif
