import Foundation

/// The texts in German and in Chinese, by the English ones.
enum Translations {
  /// The texts in the language of the environment; empty for English.
  static let current: [String: String] = {
    let names = ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"]
    let language =
      names.lazy.compactMap { ProcessInfo.processInfo.environment[$0] }
      .first { !$0.isEmpty } ?? ""
    switch language.prefix(2) {
    case "de": return texts(inColumn: 1)
    case "zh": return texts(inColumn: 2)
    default: return [:]
    }
  }()

  /// All texts of a language.
  static func texts(inColumn column: Int) -> [String: String] {
    let rows = table.split(separator: "\n").map { $0.split(separator: "|").map(String.init) }
    return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[column]) })
  }

  private static let table = """
     · copy %d| · Exemplar %d| · 複本 %d
     · expected in %d days| · erwartet in %d Tagen| · 預計 %d 天後
    %.1f ms late|%.1f ms zu spät|遲了 %.1f 毫秒
    %@ of %@|%@ von %@|%@／%@
    %@, %d in line|%@, %d warten|%@，%d 人排隊
    %d BC|%d v. Chr.|公元前 %d 年
    %d days ago|vor %d Tagen|%d 天前
    %d days late|%d Tage zu spät|逾期 %d 天
    %d h|%d Std.|%d 小時
    %d in line|%d warten|%d 人排隊
    %d min|%d Min.|%d 分鐘
    %d of %d in stock|%d von %d da|%d／%d 冊在館
    %d orders|%d Aufträge|%d 張預約單
    %d orders moved on|%d Aufträge weitergegeben|已推進 %d 張預約單
    %d pages|%d Seiten|%d 頁
    %d running|%d laufen|%d 項執行中
    %d stars|%d Sterne|%d 顆星
    1 day late|1 Tag zu spät|逾期 1 天
    All Branches|Alle Zweigstellen|所有分館
    Choose the star on the page of a title, and it is listed here.|Wählen Sie den Stern auf der Seite eines Titels, dann steht er hier.|在書目頁面點選星號，該書就會列在這裡。
    Favourites|Gemerkt|我的收藏
    Go to a Letter|Zu einem Buchstaben|前往字母
    No Favourites|Nichts gemerkt|沒有收藏
    Advance the Selected Orders|Ausgewählte Aufträge weitergeben|推進所選預約單
    About|Info|關於
    Keyboard Shortcuts|Tastenkürzel|鍵盤快速鍵
    All|Alle|全部
    All copies are on loan.|Alle Exemplare sind ausgeliehen.|所有複本均已借出。
    At This Branch|In dieser Zweigstelle|本館
    Author|Autor|作者
    Backstage|Hinter den Kulissen|後台
    Borrow|Ausleihen|借閱
    Branches|Zweigstellen|分館
    Browse the Catalogue|Im Katalog stöbern|瀏覽目錄
    Cancel|Abbrechen|取消
    Card number|Ausweisnummer|借書證號
    Catalogue|Katalog|目錄
    Children|Kinder|童書
    City Library|Stadtbibliothek|市立圖書館
    Close|Schließen|關閉
    Copies|Exemplare|複本
    Copies on loan|Ausgeliehen|借出冊數
    Copy %d · %@|Exemplar %d · %@|複本 %d · %@
    Critical|Kritisch|危急
    Desk|Theke|櫃台
    Elevated|Erhöht|偏高
    Favourite|Merken|收藏
    High|Hoch|高
    History|Geschichte|歷史
    I Will Return It|Ich bringe es zurück|我會歸還
    In Line|Vorgemerkt|排隊中
    In stock|Da|在館
    In stock now|Jetzt da|目前在館
    It cannot be renewed again.|Es kann nicht noch einmal verlängert werden.|不能再續借。
    Last ten seconds|Die letzten zehn Sekunden|最近十秒
    Late|Überfällig|逾期
    Leave the Line|Vormerkung löschen|取消排隊
    Loans|Ausleihen|借閱
    Main Menu|Hauptmenü|主選單
    Main thread|Hauptthread|主執行緒
    Maps on loan|Karten im Einsatz|使用中的地圖
    Memory|Speicher|記憶體
    Monday to Friday|Montag bis Freitag|週一至週五
    Moved to %@|Verschoben: %@|已移至「%@」
    Mystery|Krimi|推理
    New|Neu|新預約單
    Newest|Neueste|最新
    No Such Title|Unbekannter Titel|查無此書
    No Title Found|Kein Titel gefunden|找不到書目
    No reviews yet.|Noch keine Rezension.|尚無書評。
    Nothing on Loan|Nichts ausgeliehen|沒有借閱
    Novel|Roman|小說
    Number %d in line|Platz %d|排第 %d 位
    On Loan|Ausgeliehen|借閱中
    On loan|Ausgeliehen|已借出
    Opening Hours|Öffnungszeiten|開放時間
    Opening the library…|Die Bibliothek wird geöffnet …|正在開館…
    Order|Reihenfolge|排序
    Operations|Operationen|操作
    Other readers wait for this title.|Andere warten auf diesen Titel.|有其他讀者在等候。
    PIN|PIN|密碼
    Picking|Wird geholt|取書中
    Place in Line|Vormerken|排隊預約
    Poetry|Lyrik|詩歌
    Popular|Beliebt|熱門
    Quit|Beenden|結束
    Ready|Bereit|可領取
    Released: %d MB before, %d MB after|Freigegeben: vorher %d MB, nachher %d MB|已釋放：之前 %d MB，之後 %d MB
    Remind Me Tomorrow|Morgen erinnern|明天提醒我
    Renew|Verlängern|續借
    Renewed: %@.|Verlängert: %@.|已續借：%@。
    Return|Zurückgeben|歸還
    Review of “%@”|Rezension zu „%@“|《%@》書評
    Reviews|Rezensionen|書評
    Saturday|Samstag|週六
    Save Report…|Bericht sichern …|儲存報告…
    Saved to %@|Gesichert in %@|已存至 %@
    Science|Wissenschaft|科學
    Search|Suchen|搜尋
    Send|Senden|送出
    Show All Titles|Alle Titel zeigen|顯示全部書目
    Show on the Map|Auf der Karte zeigen|在地圖上顯示
    Sign In|Anmelden|登入
    Sign Out %@|%@ abmelden|登出 %@
    Sign in with your card to see what you have borrowed.|Melden Sie sich mit Ihrem Ausweis an, um Ihre Ausleihen zu sehen.|請以借書證登入，查看您的借閱。
    The catalogue has no title with the number %d.|Der Katalog hat keinen Titel mit der Nummer %d.|目錄中沒有編號 %d 的書。
    The demonstration has card 4711 0815 with PIN 1842.|Zur Vorführung: Ausweis 4711 0815, PIN 1842.|示範帳號：證號 4711 0815，密碼 1842。
    There is no card with this number and this PIN.|Es gibt keinen Ausweis mit dieser Nummer und PIN.|證號或密碼不正確。
    Title|Titel|書名
    Titles|Titel|書目
    Titles and authors|Titel und Autoren|書名與作者
    Travel|Reise|旅行
    Try other words, or fewer filters.|Versuchen Sie andere Wörter oder weniger Filter.|請換個關鍵字，或減少篩選條件。
    Undo|Rückgängig|復原
    Waiting: %@|Es warten: %@|等候中：%@
    What did you think of it?|Wie fanden Sie es?|您覺得如何？
    What you borrow is listed here, with the day on which it is due.|Was Sie ausleihen, steht hier, mit dem Tag der Rückgabe.|您借的書會列在這裡，並註明到期日。
    What you have asked for is done as soon as you are signed in.|Sobald Sie angemeldet sind, wird ausgeführt, was Sie wollten.|登入後將立即完成您的請求。
    Write a Review|Rezension schreiben|撰寫書評
    You are number %d in line.|Sie sind Nummer %d.|您排在第 %d 位。
    You can renew it if no other reader waits for it.|Sie können verlängern, wenn kein anderer Leser wartet.|若沒有其他讀者等候，即可續借。
    You have a copy already.|Sie haben schon ein Exemplar.|您已借有一冊。
    Your Loans|Ihre Ausleihen|您的借閱
    Your Review|Ihre Rezension|您的書評
    Your loans and favourites are shown as soon as you are signed in.|Ihre Ausleihen und gemerkten Titel erscheinen nach der Anmeldung.|登入後即顯示您的借閱與收藏。
    Your review of “%@” was sent.|Ihre Rezension zu „%@“ wurde gesendet.|《%@》的書評已送出。
    covers %d MB · %d covers, %.0f %% found · resident %d MB|Umschläge %d MB · %d Stück, Trefferquote %.0f %% · im Speicher %d MB|封面 %d MB · %d 張，命中率 %.0f %% · 常駐 %d MB
    due in %d days|fällig in %d Tagen|%d 天後到期
    due today|heute fällig|今天到期
    due tomorrow|morgen fällig|明天到期
    in %d days|in %d Tagen|%d 天後
    in stock|da|在館
    today|heute|今天
    tomorrow|morgen|明天
    worst of a minute: %.0f ms|in der letzten Minute: %.0f ms|一分鐘內最差：%.0f 毫秒
    yesterday|gestern|昨天
    open until %d:00|geöffnet bis %d Uhr|開放至 %d:00
    closed today|heute geschlossen|今天休館
     · expected tomorrow| · morgen erwartet| · 預計明天
    %d idle|%d frei|%d 個閒置
    1 order moved on|1 Auftrag weitergegeben|已推進 1 張預約單
    1 star|1 Stern|1 顆星
    It was returned already.|Es ist schon zurückgegeben.|此書已歸還。
    Live, desk %@|Live, Theke %@|即時，櫃台 %@
    Send your review, or cancel it.|Senden Sie Ihre Rezension ab, oder brechen Sie ab.|請送出或取消書評。
    The Library Cannot Be Opened|Die Bibliothek lässt sich nicht öffnen|無法開啟圖書館
    The folder %@ cannot be written.|In den Ordner %@ kann nicht geschrieben werden.|無法寫入資料夾 %@。
    The step “%@” has failed.|Der Schritt „%@“ ist fehlgeschlagen.|步驟「%@」失敗。
    This was not done. Please try again.|Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.|操作未完成，請再試一次。
    Try Again|Erneut versuchen|重試
    “%@” is no link of the library.|„%@“ ist kein Link der Bibliothek.|「%@」不是圖書館的連結。
    “%@” is %@|„%@“ ist %@|《%@》%@
    “%@” is late|„%@“ ist überfällig|《%@》已逾期
    “%@” is yours: %@.|„%@“ ist ausgeliehen: %@.|《%@》借閱成功：%@。
    “%@” returned|„%@“ zurückgegeben|已歸還《%@》
    ● live · desk %@|● live · Theke %@|● 即時 · 櫃台 %@
    """
}
