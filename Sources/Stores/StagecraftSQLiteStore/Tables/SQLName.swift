#if SQLite
internal import StageFloor

/// A name of a table or column as SQL, whatever it contains.
func quoted(_ name: String) -> String { "\"" + name.escaped { $0 == "\"" ? "\"\"" : nil } + "\"" }

/// A text as SQL.
func literal(_ text: String) -> String { "'" + text.escaped { $0 == "'" ? "''" : nil } + "'" }

/// Whether SQLite takes two names for one: it ignores the case of ASCII letters only.
func isSameName(_ one: String, _ other: String) -> Bool {
  one.utf8.elementsEqual(other.utf8) { asciiLowercased($0) == asciiLowercased($1) }
}

func asciiLowercased(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte + 32 : byte }
#endif
