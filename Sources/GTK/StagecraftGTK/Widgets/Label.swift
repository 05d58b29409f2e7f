#if GTK
internal import CGTK

/// A text.
open class Label: Widget {
  /// Where the lines of a text are.
  public enum Alignment: Hashable, Sendable {
    /// At the side where lines begin.
    case start
    /// In the middle.
    case center
    /// At the side where lines end.
    case end
  }

  /// Where a line that is too long is broken.
  public enum WrapMode: Hashable, Sendable {
    /// Between words.
    case words
    /// Between any two characters.
    case characters
    /// Between words, and in a word that is longer than a line.
    case wordsThenCharacters

    fileprivate var raw: PangoWrapMode {
      switch self {
      case .words: PANGO_WRAP_WORD
      case .characters: PANGO_WRAP_CHAR
      case .wordsThenCharacters: PANGO_WRAP_WORD_CHAR
      }
    }
  }

  /// Creates a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - alignment: Where it is in the space of the widget.
  ///   - wraps: Whether long lines are broken; otherwise they end with an ellipsis.
  public init(_ text: String = "", alignment: Alignment = .start, wraps: Bool = false) {
    super.init(gtk_label_new(text))
    withOpaque { label in
      switch alignment {
      case .start: gtk_label_set_xalign(label, 0)
      case .center: gtk_label_set_xalign(label, 0.5)
      case .end: gtk_label_set_xalign(label, 1)
      }
      gtk_label_set_wrap(label, wraps ? 1 : 0)
      if !wraps { gtk_label_set_ellipsize(label, PANGO_ELLIPSIZE_END) }
    }
  }

  /// The text.
  public var text: String {
    get { withOpaque { String(cString: gtk_label_get_text($0)) } }
    set { withOpaque { gtk_label_set_text($0, newValue) } }
  }

  /// Where the lines of a label that wraps are broken; between words at first.
  ///
  /// A label is at least as wide as its longest word, unless words can be broken too: use
  /// ``WrapMode/wordsThenCharacters`` for long words in a narrow window.
  public var wrapMode: WrapMode {
    get {
      switch withOpaque({ gtk_label_get_wrap_mode($0) }) {
      case PANGO_WRAP_CHAR: .characters
      case PANGO_WRAP_WORD_CHAR: .wordsThenCharacters
      default: .words
      }
    }
    set {
      withOpaque { label in
        // GTK 4.8 lays out the text anew only after a change of this.
        let wraps = gtk_label_get_wrap(label)
        gtk_label_set_wrap(label, 0)
        gtk_label_set_wrap_mode(label, newValue.raw)
        gtk_label_set_wrap(label, wraps)
      }
    }
  }

  /// The number of lines of each paragraph, of which the last ends with an ellipsis if there is
  /// more text; nil if there may be any number.
  ///
  /// It is of use for a label that wraps.
  public var maximumLines: Int? {
    get {
      let lines = withOpaque { gtk_label_get_lines($0) }
      return lines < 0 ? nil : Int(lines)
    }
    set {
      require(newValue ?? 1 > 0, "A text has at least one line, not \(newValue ?? 0).")
      withOpaque {
        gtk_label_set_lines($0, newValue.map { Int32(clamping: $0) } ?? -1)
        if newValue != nil { gtk_label_set_ellipsize($0, PANGO_ELLIPSIZE_END) }
      }
    }
  }

  /// The natural width in characters, at which a longer text is broken or cut; nil for that of the
  /// text.
  public var maximumCharacters: Int? {
    get {
      let count = withOpaque { gtk_label_get_max_width_chars($0) }
      return count < 0 ? nil : Int(count)
    }
    set {
      let count = newValue.map { Int32(clamping: max($0, 0)) } ?? -1
      withOpaque { gtk_label_set_max_width_chars($0, count) }
    }
  }

  /// Whether the user can select and copy the text; false at first.
  public var isSelectable: Bool {
    get { withOpaque { gtk_label_get_selectable($0) != 0 } }
    set { withOpaque { gtk_label_set_selectable($0, newValue ? 1 : 0) } }
  }
}
#endif
