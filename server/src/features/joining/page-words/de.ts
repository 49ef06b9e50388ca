import type { Words } from './en.ts'

export const de: Words = {
  common: {
    language: 'Sprache',
    errorIn: 'Fehler: {title}',
    signIn: 'Anmelden',
    goOn: 'Weiter',
    beginAgain: 'Von vorn beginnen',
    back: 'Zurück',
    signInToLectern: 'Bei Lectern anmelden',
    signedIn: 'Sie sind angemeldet',
    notSignedIn: 'Sie sind nicht angemeldet',
    linkDoesNotWork: 'Dieser Link funktioniert nicht',
    whatYouCanDo: 'Was Sie tun können',
    didNotWork: 'Das hat nicht geklappt',
    howYouSignIn: 'Wie Sie sich anmelden',
    yourName: 'Ihr Name',
    yourAddress: 'Ihre E-Mail-Adresse',
    nameSeen: 'Andere in Ihren Organisationen sehen ihn. Höchstens 64 Zeichen.',
    nameProblem: 'Ein Name hat 1 bis 64 Zeichen.',
    closeThePage: 'Wenn Sie sich gerade nicht anmelden wollten, schließen Sie die Seite.',
    signedInAs:
      'Dieser Browser ist als {name}, {email}, angemeldet. Das endet, wenn Sie sich hier als jemand anderes anmelden.',
    lookIntoMail: 'Sehen Sie in Ihre E-Mails',
    nothingHere: 'Hier gibt es nichts zum Anmelden',
  },
  failures: {
    tooManyRequests:
      'Aus Ihrem Netz kamen zu viele Anfragen. Warten Sie {time} und öffnen Sie den Link dann noch einmal.',
    unreadable:
      'Das Formular konnte nicht gelesen werden. Gehen Sie zurück und senden Sie es noch einmal.',
    ours: 'Bei uns ist etwas schiefgegangen. Öffnen Sie den Link gleich noch einmal; wenn es so bleibt, nennen Sie dem Betreiber die Nummer der Anfrage: {id}.',
    crossSite:
      'Dieses Formular kam nicht von einer Seite dieses Servers. Öffnen Sie die Seite noch einmal und senden Sie das Formular von dort.',
    methodNeeded:
      'Diese Art der Anmeldung lässt sich nicht entfernen: Sie ist die einzige für Ihr Konto, oder diese Installation hat sie für alle. Fügen Sie zuerst eine andere hinzu.',
    tooManyPasskeys:
      'Ihr Konto hat so viele Passkeys, wie es haben darf. Entfernen Sie einen, den Sie nicht mehr nutzen.',
    tooManyIdentities:
      'Ihr Konto ist mit so vielen Identitätsanbietern verbunden, wie es sein darf. Entfernen Sie einen, den Sie nicht mehr nutzen.',
    identityTaken:
      'Diese Identität wurde gerade eben mit einem anderen Konto verbunden, deshalb ist sie nicht mit diesem verbunden. Melden Sie sich mit ihr an, um zu sehen, zu welchem Konto sie gehört.',
    tooManyChanges:
      'Die Arten der Anmeldung Ihres Kontos wurden heute zu oft geändert: Jede Änderung wird per E-Mail gemeldet. Nichts wurde geändert: Versuchen Sie es morgen wieder.',
    emailUnchanged:
      'Ihr Konto hat diese E-Mail-Adresse schon. Geben Sie die ein, die es bekommen soll.',
    codeWrong:
      'Der Code ist nicht der, den eine App mit diesem Geheimnis jetzt zeigt, oder das Angebot ist älter als 15 Minuten. Beginnen Sie von vorn.',
    noSecondFactor:
      'Ihr Konto hat keinen zweiten Faktor, und nur mit einem gibt es Wiederherstellungscodes. Richten Sie ihn zuerst ein.',
    passkeyNotAdded:
      'Der Passkey wurde nicht hinzugefügt: Seine Antwort war falsch oder kam zu spät.',
    signInAgain:
      'Dafür muss der Browser in den letzten 10 Minuten angemeldet worden sein. Melden Sie sich noch einmal an und wiederholen Sie es.',
    other: 'Das war nicht möglich. Beginnen Sie von vorn.',
  },
  signIn: {
    goOnTo: 'Weiter zu {place}',
    signOut: 'Abmelden',
    yourPassword: 'Ihr Passwort',
    noPassword: 'Kein Passwort, oder vergessen?',
    linkGoes:
      'An diese Adresse geht ein Link, wenn sie ein Konto hat. Öffnen Sie ihn in diesem Browser.',
    mailLink: 'Link per E-Mail senden',
    noMail:
      'Keine E-Mail? Wer diese Installation betreibt, erstellt mit {command} und Ihrer Adresse einen Link. Programme senden stattdessen ein API-Token.',
    withProvider: 'Mit {provider} anmelden',
    addressProblem: 'Geben Sie die ganze Adresse ein, etwa {example}.',
    passwordProblem:
      'Diese Adresse und dieses Passwort gehören nicht zusammen. Versuchen Sie es noch einmal oder lassen Sie sich einen Link senden.',
    passkeyProblem:
      'Dieser Passkey ist hier nicht bekannt, oder die Antwort kam zu spät. Versuchen Sie es noch einmal oder auf andere Art.',
    usePasskey: 'Mit einem Passkey anmelden',
    passkeyFailed:
      'Das hat nicht geklappt. Versuchen Sie es noch einmal oder auf andere Art.',
    mailed:
      'Wenn die Adresse ein Konto hat oder haben darf, ist ein Link unterwegs. Er funktioniert einmal, innerhalb von 15 Minuten und nur in diesem Browser.',
    notMailed:
      'Nach ein paar Minuten noch nichts da? Sehen Sie im Spam-Ordner nach, oder versuchen Sie es mit der Adresse, unter der man Sie hier kennt.',
    tooMany: 'Zu viele Versuche',
    tooManyText:
      'Aus Ihrem Netz wurde zu oft versucht, sich anzumelden. Warten Sie eine Viertelstunde und versuchen Sie es dann wieder.',
    signInAs: 'Als {name} anmelden',
    wantsSso: '{organization} will, dass Sie sich mit ihrem Single Sign-on anmelden.',
    toSso: 'Weiter zum Single Sign-on von {organization}',
    onlyIfAsked:
      'Melden Sie sich nur an, wenn Sie diesen Link angefordert haben, und nur auf Ihrem eigenen Gerät.',
    linkGone:
      'Vielleicht wurde er schon benutzt, ist älter als 15 Minuten oder wurde nicht ganz kopiert. Ein Link aus einer E-Mail funktioniert nur in dem Browser, der ihn angefordert hat.',
    linkGoneHelp:
      'Fordern Sie dort, wo Sie sich anmelden, einen neuen an, oder fragen Sie, wer Ihnen den Link gegeben hat.',
  },
  code: {
    title: 'Ihr Code',
    label: 'Der Code, den Ihre App jetzt zeigt',
    hint: 'Ohne die App geben Sie einen Ihrer Wiederherstellungscodes ein.',
    neither:
      'Weder App noch Codes? Wer diese Installation betreibt, erstellt mit {command} und Ihrer Adresse einen Link, der Sie anmeldet.',
    problem:
      'Dieser Code ist falsch, zu alt oder wurde schon benutzt. Versuchen Sie den nächsten.',
  },
  methods: {
    link: 'Ein Link per E-Mail',
    password: 'Ihr Passwort',
    passkey: 'Ein Passkey',
    provider: 'Ein Identitätsanbieter',
    onDevice: '{way}, {device}',
    singleSignOn: 'Single Sign-on von {organization}: {provider}',
    since: 'Seit {day}',
    lastUsed: 'Seit {day}, zuletzt benutzt am {lastDay}',
    reach:
      'Damit melden Sie sich nur bei {organization} an, nicht beim Rest Ihres Kontos. Nach dem Entfernen werden Sie gefragt, bevor er Sie wieder anmeldet. Sie bleiben Mitglied; wo die Organisation Single Sign-on verlangt, erreichen Sie sie erst dann wieder.',
    remove: 'Entfernen: {way}',
    signInAgain:
      'Um etwas zu ändern, {link}: Das darf nicht länger als 10 Minuten her sein.',
    signInAgainLink: 'melden Sie sich noch einmal an',
    needsProof:
      'Ein Identitätsanbieter muss sagen, wann er einen Nachweis von Ihnen verlangt hat: Tut er das nicht, melden Sie sich auf andere Art an.',
    isOff:
      'Diese Art der Anmeldung ist hier ausgeschaltet und meldet niemanden an. Würde sie wieder eingeschaltet, könnten Sie sich damit anmelden wie zuvor.',
    mailAddress: 'Ihre E-Mail-Adresse',
    afterChange:
      'Eine Änderung beendet Ihre Sitzungen in allen anderen Browsern, und Sie bekommen eine E-Mail darüber.',
    connectWith: 'Mit {provider} verbinden',
    changePasswordTitle: 'Ihr Passwort ändern',
    setPasswordTitle: 'Ein Passwort festlegen',
    newPassword: 'Neues Passwort',
    passwordRule:
      'Mindestens 12 Zeichen: Gut sind mehrere Wörter, die nichts miteinander zu tun haben.',
    changePassword: 'Passwort ändern',
    setPassword: 'Passwort festlegen',
    addPasskey: 'Passkey hinzufügen',
    passkeyText:
      'Dann meldet Sie dieses Gerät, Ihr Telefon oder ein Sicherheitsschlüssel an: mit Finger, Gesicht oder einem Code.',
    passkeyFailed: 'Das hat nicht geklappt. Versuchen Sie es noch einmal.',
  },
  passwordProblems: {
    short: 'Das Passwort muss mindestens {count} Zeichen haben.',
    long: 'Das Passwort darf höchstens {count} Zeichen haben.',
    unreadable: 'Das Passwort enthält etwas, das kein Zeichen ist.',
    common:
      'Dieses Passwort benutzen viele, und es wird mit als Erstes geraten: Nehmen Sie mehrere Wörter, die nichts miteinander zu tun haben.',
  },
  factor: {
    title: 'Zweiter Faktor',
    isSet:
      'Nach Ihrem Passwort oder einem Link per E-Mail werden Sie seit {day} nach einem Code Ihrer App gefragt. Übrige Wiederherstellungscodes: {count}.',
    isNotSet:
      'Nach Ihrem Passwort oder einem Link per E-Mail werden Sie dann nach einem Code gefragt, den eine App zeigt. Passkeys brauchen keinen.',
    newCodes: 'Neue Wiederherstellungscodes',
    changeApp: 'App wechseln',
    remove: 'Zweiten Faktor entfernen',
    set: 'Zweiten Faktor einrichten',
    read: 'Lassen Sie eine App für Codes dieses Bild lesen, oder {link}, wenn die App auf diesem Gerät ist.',
    readLink: 'öffnen Sie es hier',
    qrCode: 'QR-Code mit dem Geheimnis, das darunter als Text steht',
    secret: 'Oder geben Sie dort dieses Geheimnis ein',
    code: 'Der Code, den die App jetzt zeigt',
    confirm: 'Zweiten Faktor einrichten',
    backUnchanged: 'Zurück, ohne Änderung',
    problem:
      'Das ist nicht der Code, den eine App mit diesem Geheimnis jetzt zeigt. Prüfen Sie die Uhr des Geräts und versuchen Sie den nächsten.',
    codesTitle: 'Ihre Wiederherstellungscodes',
    codesText:
      'Jeder davon meldet Sie einmal an, wenn Sie Ihre App nicht haben. Frühere gelten nicht mehr.',
    codes: 'Wiederherstellungscodes',
    codesOnce:
      'Drucken oder kopieren Sie sie jetzt. Sie werden nur dieses eine Mal gezeigt.',
    codesKept: 'Ich habe sie aufbewahrt',
  },
  email: {
    title: 'Ihre E-Mail-Adresse',
    has: 'Ihr Konto hat die Adresse {email}.',
    becomes: 'Daraus soll {email} werden',
    linksSent:
      'An jede der beiden Adressen ging ein Link. Öffnen Sie beide in einem Browser, der hier angemeldet ist, und bestätigen Sie die Adressen bis {time}.',
    formerConfirmed: 'Ihre jetzige Adresse: bestätigt.',
    formerWaits: 'Ihre jetzige Adresse: noch nicht bestätigt.',
    newConfirmed: 'Die neue: bestätigt.',
    newWaits: 'Die neue: noch nicht bestätigt.',
    keep: 'Adresse behalten',
    signInAgain:
      'Um sie zu ändern, {link}: Das darf nicht länger als 10 Minuten her sein.',
    newAddress: 'Neue E-Mail-Adresse',
    change: 'Ändern',
    tooManyChanges:
      'Die E-Mail-Adresse sollte heute zu oft geändert werden: Dafür werden jedes Mal E-Mails gesendet. Nichts wurde begonnen: Versuchen Sie es morgen wieder.',
    confirmTitle: 'Ihre E-Mail-Adresse ändern?',
    confirmText: 'Ihr Konto hat die Adresse {former} und soll {email} bekommen.',
    confirm: 'Bestätigen',
    confirmHint:
      'Bestätigen Sie nur, was Sie selbst begonnen haben. Beide Adressen müssen bestätigt werden.',
    waitingTitle: 'Diese Adresse ist bestätigt',
    waiting:
      'Öffnen Sie jetzt den Link in der E-Mail an die andere Adresse, in einem Browser, der bei dem Konto angemeldet ist.',
    doneTitle: 'Ihre E-Mail-Adresse ist geändert',
    done: 'Ihr Konto hat von nun an die Adresse {email}. Alle anderen Browser wurden abgemeldet, und beide Adressen bekommen eine E-Mail darüber.',
    takenTitle: 'Ein anderes Konto hat diese Adresse',
    taken:
      'Sie wurde inzwischen einem anderen Konto gegeben, und eine Adresse gehört nur zu einem. Nichts wurde geändert.',
    notHereTitle: 'Melden Sie sich zuerst an',
    notHere:
      'Dieser Link funktioniert in einem Browser, der bei dem Konto angemeldet ist, dessen Adresse geändert werden soll, und zwar beim ganzen Konto.',
    notHereLink: 'Anmelden und hierher zurückkommen',
    notHereHint:
      'Wenn Sie das nicht begonnen haben, tun Sie nichts: Dann geschieht nichts.',
    withdrawTitle: 'Das waren nicht Sie?',
    withdraw:
      'Dann ist jemand anderes bei Ihrem Konto angemeldet. Die Adresse bleibt, wie sie ist, und alle, die bei dem Konto angemeldet sind, werden abgemeldet.',
    withdrawButton: 'Adresse behalten und alle abmelden',
    withdrawnTitle: 'Die Adresse bleibt, wie sie ist',
    withdrawn:
      'Niemand ist mehr bei dem Konto angemeldet. {link} und ändern Sie, wie Sie sich anmelden. Entfernen Sie API-Tokens, die Sie nicht kennen.',
    withdrawnLink: 'Melden Sie sich an',
    over: 'Vielleicht wurde er schon benutzt, ist älter als ein Tag oder wurde nicht ganz kopiert. Vielleicht wurde auch die Änderung, zu der er gehört, zurückgezogen oder durch eine andere ersetzt.',
  },
  signUp: {
    title: 'Ihr Konto eröffnen',
    address: 'Ihr Konto bekommt die Adresse {email}.',
    open: 'Konto eröffnen',
    onlyIfAsked:
      'Eröffnen Sie es nur, wenn Sie diesen Link angefordert haben, und nur auf Ihrem eigenen Gerät.',
    over: 'Vielleicht wurde er schon benutzt oder ist älter als 15 Minuten. Er funktioniert nur in dem Browser, der ihn angefordert hat.',
    askAgain: 'Einen neuen anfordern',
  },
  welcome: {
    title: 'Willkommen bei Lectern',
    waiting: 'Ihr Konto wartet auf Sie. Prüfen Sie Ihren Namen, und es gehört Ihnen.',
    confirm: 'Bestätigen',
    choose: 'Wählen Sie einen Namen, und Ihr Konto ist fertig.',
    openAndJoin: 'Konto eröffnen und beitreten',
    address: 'Ihre Adresse: {email}',
    haveAccount: 'Sie haben schon ein Konto. Sie treten als {name}, {email}, bei.',
    join: 'Beitreten',
    joinTitle: '{organization} beitreten',
    invited: 'Sie sind eingeladen, {organization} auf Lectern beizutreten.',
    invitedBy: '{inviter} lädt Sie ein, {organization} auf Lectern beizutreten.',
    accountReady: 'Ihr Konto ist fertig',
    member: 'Sie sind Mitglied von {organization}',
    closePage: 'Sie können diese Seite schließen.',
    toSso:
      'Von nun an melden Sie sich mit dem Single Sign-on der Organisation an. Bis Sie das einmal getan haben, sehen Sie nichts darin.',
    toSsoLink: 'Weiter zum Single Sign-on',
    signedIn:
      'Sie sind mit diesem Browser angemeldet. {link}, etwa mit einem Passwort oder einem Passkey.',
    signedInLink: 'Wählen Sie, wie Sie sich künftig anmelden',
    firstToken:
      'Das ist Ihr erstes API-Token. Damit handeln Programme in Ihrem Namen: Bewahren Sie es wie ein Passwort auf.',
    token: 'Ihr Token',
    tokenOnce: 'Kopieren Sie es jetzt. Es wird nur dieses eine Mal gezeigt.',
    example: 'Probieren Sie es in einem Terminal',
    gone: 'Vielleicht wurde er schon benutzt, ist abgelaufen, durch einen neueren ersetzt oder nicht ganz kopiert worden.',
    goneHelp:
      'Suchen Sie nach einer neueren E-Mail, oder öffnen Sie den Link aus der E-Mail noch einmal. Hilft das nicht, bitten Sie um eine neue Einladung. Haben Sie diesen Link gerade benutzt, ist Ihr Konto fertig, und hier ist nichts mehr zu tun.',
  },
  firstRun: {
    text: 'Hier hat noch niemand ein Konto. Legen Sie das erste an: Es verwaltet alles.',
    addressHint:
      'Damit melden Sie sich an. Sorgen Sie dafür, dass E-Mails Sie dort erreichen.',
    addressProblem: 'Das ist keine E-Mail-Adresse.',
    organization: 'Ihre Organisation',
    organizationHint: 'Wie sie heißt. Sie können das später ändern.',
    organizationProblem: 'Ein Titel hat 2 bis 255 Zeichen.',
    make: 'Konto anlegen',
    over: 'Er legt das erste Konto dieses Servers an, einmal und innerhalb eines Tages. Vielleicht wurde er auch nicht ganz kopiert.',
    overHelp:
      'Hat noch niemand ein Konto, starten Sie die API neu: Sie schreibt einen neuen Link in ihr Log. Haben Sie diesen Link gerade benutzt, ist Ihr Konto fertig: {link}.',
    overLink: 'anmelden',
  },
  site: {
    forMembers: 'Diese Website ist für Mitglieder',
    noSiteTitle: 'Hier gibt es nichts, wofür man sich anmeldet',
    noSite:
      'Für diese Adresse meldet sich niemand an, oder nicht mehr. Öffnen Sie die Seite, die Sie lesen möchten, noch einmal.',
    waysIn:
      'Melden Sie sich als Mitglied der Organisation an, der sie gehört, um sie zu lesen.',
    needsSsoTitle: 'Melden Sie sich noch einmal an',
    needsSso:
      'Die Organisation, der diese Website gehört, will, dass sich ihre Mitglieder mit ihrem Single Sign-on anmelden.',
    signedInAs: 'Sie sind als {name} ({email}) angemeldet.',
    notForYou:
      'Das ist kein Mitglied der Organisation, der die Website gehört, oder nicht mehr. Fragen Sie dort jemanden, der sie verwaltet.',
    asSomebodyElse: 'Als jemand anderes anmelden',
    suspended:
      'Ihre Mitgliedschaft in der Organisation, der sie gehört, ist ausgesetzt. Fragen Sie dort jemanden, der sie verwaltet.',
    goOn: 'Weiter zur Website',
  },
  provider: {
    unknown: 'Diese Installation kennt keinen solchen Identitätsanbieter.',
    ledHere: 'Eine andere Website hat Sie hierher geführt.',
    tellOperator:
      'Wenn es wieder geschieht, sagen Sie dem Betreiber dieser Installation, was auf dieser Seite steht.',
    gone: 'Diese Anmeldung wurde nicht in diesem Browser begonnen, hat zu lange gedauert oder ist schon beendet.',
    whichAccount: 'Welches Konto gehört Ihnen?',
    notConnected:
      '{provider} sagt, dass Sie {knownAs} sind. Damit ist noch kein Konto verbunden.',
    signInFirst:
      'Wenn Sie ein Konto haben, melden Sie sich in diesem Browser dort an. Dann kommen Sie hierher zurück, um es zu verbinden.',
    signInToAccount: 'Bei Ihrem Konto anmelden',
    openWith: 'Wenn Sie keines haben, eröffnen Sie eines mit der Adresse {email}.',
    open: 'Ein Konto eröffnen',
    halfAnHour: 'Diese Seite funktioniert eine halbe Stunde lang.',
    connectTitle: '{provider} verbinden',
    connects:
      '{provider} sagt, dass Sie {knownAs} sind. Von nun an meldet das beim Konto von {name}, {email}, an.',
    connect: 'Verbinden',
    connectHint:
      'Das beendet Ihre Sitzungen in allen anderen Browsern, und Sie bekommen eine E-Mail darüber. Wenn das bei {provider} nicht Sie sind, schließen Sie die Seite.',
  },
  providerRefusals: {
    away: 'Der Anbieter ist nicht erreichbar oder antwortet nicht, wie er soll. Versuchen Sie es in ein paar Minuten wieder, oder melden Sie sich auf andere Art an.',
    denied:
      'Der Anbieter hat Sie nicht eingelassen, oder Sie haben dort nicht weitergemacht.',
    settings:
      'Der Anbieter kennt diese Installation nicht: Ihre Client-ID oder ihr Geheimnis ist falsch oder abgelaufen.',
    answer:
      'Die Antwort des Anbieters beweist nicht, wer Sie sind: Sie war für eine andere Anmeldung oder einen anderen Dienst, ist zu alt oder nicht richtig signiert.',
  },
  sso: {
    signInTo: 'Bei {organization} anmelden',
    noProvider:
      'Diese Organisation gibt es nicht, oder sie hat kein Single Sign-on. Vielleicht hat sie auch den Identitätsanbieter gewechselt: Beginnen Sie bei der Adresse, die Sie von ihrer Verwaltung bekommen.',
    tellAdmin:
      'Wenn es wieder geschieht, sagen Sie der Verwaltung Ihrer Organisation, was auf dieser Seite steht.',
    gone: 'Diese Anmeldung wurde nicht in diesem Browser begonnen, hat länger als zehn Minuten gedauert oder ist schon beendet. Anmeldungen, die beim Identitätsanbieter beginnen, funktionieren nicht: Sie beginnen hier.',
    suspended:
      'Ihre Mitgliedschaft in {organization} ist ausgesetzt. Fragen Sie dort jemanden, der sie verwaltet.',
    changedEnough:
      'Die Arten der Anmeldung Ihres Kontos wurden heute so oft geändert, dass Sie über eine weitere Änderung keine E-Mail bekämen. Nichts wurde geändert: Versuchen Sie es morgen wieder.',
    noAddress:
      'Sie haben noch kein Konto, und der Identitätsanbieter nennt Ihre E-Mail-Adresse nicht. Die Verwaltung muss ihn die Adresse als Name-ID oder als Attribut namens {attribute} senden lassen.',
    tooManyToday:
      'Der Identitätsanbieter von {organization} hat heute so viele neue Menschen gebracht, wie er an einem Tag darf. Kommen Sie morgen wieder, oder bitten Sie die Verwaltung dort um eine Einladung per E-Mail.',
    mailed:
      '{organization} sagt, dass Sie {email} sind. Wir haben einen Link an diese Adresse gesendet, um zu sehen, dass sie Ihnen gehört: Öffnen Sie ihn in diesem Browser. Er funktioniert einmal, innerhalb von 15 Minuten.',
    mailedHaveAccount:
      'Wenn Sie ein Konto mit dieser Adresse haben, können Sie {link} und kommen dann hierher zurück.',
    mailedLink: 'sich stattdessen dort anmelden',
    notMailed:
      'Nach ein paar Minuten noch nichts da? Sehen Sie im Spam-Ordner nach, oder beginnen Sie von vorn.',
    opens:
      '{organization} sagt, dass Sie {email} sind. Diese Adresse hat noch kein Konto: Eines wird dafür eröffnet, und {organization} kann Sie von nun an damit anmelden, in dieser Organisation und nirgends sonst.',
    asks: '{organization} sagt, dass Sie {email} sind. Von nun an kann sie Sie mit diesem Konto anmelden, in dieser Organisation und nirgends sonst.',
    thenSignedIn: 'Dieser Browser ist danach nur bei {organization} angemeldet.',
    ifNotBegun: 'Wenn Sie sich nicht anmelden wollten, schließen Sie die Seite.',
    ifUnknown: 'Wenn Sie diese Organisation nicht kennen, schließen Sie die Seite.',
    replaces:
      'Dieser Browser ist schon angemeldet. Das endet, und er ist danach nur bei {organization} angemeldet.',
  },
  ssoRefusals: {
    unreadable: 'Die Antwort des Identitätsanbieters konnte nicht gelesen werden.',
    structure:
      'Die Antwort des Identitätsanbieters ist nicht gebaut, wie sie soll: Sie muss eine Assertion enthalten und Signaturen nur für diese Assertion oder die ganze Antwort.',
    encrypted:
      'Der Identitätsanbieter verschlüsselt seine Assertions, und dieser Server hat keinen Schlüssel dafür. Schalten Sie die Verschlüsselung dort aus oder hier in den Einstellungen ein.',
    unopened:
      'Der Identitätsanbieter hat seine Assertion für einen anderen Schlüssel verschlüsselt, als dieser Server hat. Die Verwaltung muss ihm das Zertifikat aus den Einstellungen geben.',
    cipher:
      'Der Identitätsanbieter verschlüsselt auf eine Art, die nicht angenommen wird. Er muss AES-GCM mit 128 oder 256 Bit verwenden und für den Schlüssel RSA-OAEP mit SHA-1 (rsa-oaep-mgf1p).',
    algorithm:
      'Der Identitätsanbieter signiert auf eine Art, die nicht angenommen wird. Er muss RSA mit SHA-256 oder SHA-512 und exklusive Kanonisierung verwenden.',
    signature:
      'Die Signatur des Identitätsanbieters passt nicht zu seinem Zertifikat. Hat er ein neues Zertifikat, muss die Verwaltung es in die Einstellungen eintragen.',
    status: 'Der Identitätsanbieter hat Sie nicht eingelassen.',
    issuer:
      'Die Antwort kommt von einem anderen Identitätsanbieter, als die Einstellungen nennen: Die Entity-IDs sind verschieden.',
    audience: 'Die Antwort ist für einen anderen Dienst: Die Audience ist eine andere.',
    destination: 'Die Antwort war für eine andere Adresse als diese.',
    request:
      'Die Antwort gehört zu keiner Anmeldung, die hier in den letzten zehn Minuten und mit den jetzigen Einstellungen des Anbieters begonnen wurde, oder wurde schon benutzt.',
    time: 'Die Antwort gilt zu dieser Zeit nicht. Wenn das so bleibt, geht die Uhr des Identitätsanbieters falsch.',
    subject:
      'Die Antwort sagt nicht dauerhaft, wer Sie sind: Der Anbieter muss eine Name-ID senden, die nicht transient ist.',
  },
  mails: {
    signUp: 'Eröffnen Sie Ihr Konto bei Lectern',
    validity:
      'Der Link funktioniert einmal, innerhalb von 15 Minuten und nur in dem Browser, der ihn angefordert hat.',
    unexpected:
      'Wenn Sie ihn nicht angefordert haben, beachten Sie ihn nicht: Es geschieht nichts, bis der Link dort geöffnet wird.',
  },
}
