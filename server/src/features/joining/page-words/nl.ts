import type { Words } from './en.ts'

export const nl: Words = {
  common: {
    language: 'Taal',
    errorIn: 'Fout: {title}',
    signIn: 'Inloggen',
    goOn: 'Doorgaan',
    beginAgain: 'Opnieuw beginnen',
    back: 'Terug',
    signInToLectern: 'Inloggen bij Lectern',
    signedIn: 'U bent ingelogd',
    notSignedIn: 'U bent niet ingelogd',
    linkDoesNotWork: 'Deze link werkt niet',
    whatYouCanDo: 'Wat u kunt doen',
    didNotWork: 'Dat is niet gelukt',
    howYouSignIn: 'Hoe u inlogt',
    yourName: 'Uw naam',
    yourAddress: 'Uw e-mailadres',
    nameSeen: 'Anderen in uw organisaties zien deze naam. Maximaal 64 tekens.',
    nameProblem: 'Een naam heeft 1 tot 64 tekens.',
    closeThePage: 'Als u nu niet wilde inloggen, sluit dan de pagina.',
    signedInAs:
      'Deze browser is ingelogd als {name}, {email}. Dat eindigt wanneer u hier als iemand anders inlogt.',
    lookIntoMail: 'Kijk in uw e-mail',
    nothingHere: 'Hier is niets om mee in te loggen',
  },
  failures: {
    tooManyRequests:
      'Er kwamen te veel verzoeken uit uw netwerk. Wacht {time} en open de link dan opnieuw.',
    unreadable:
      'Het formulier kon niet worden gelezen. Ga terug en verstuur het nog een keer.',
    ours: 'Er ging aan onze kant iets mis. Open de link zo meteen nog eens; als het zo blijft, geef de beheerder dan het nummer van het verzoek: {id}.',
    crossSite:
      'Dit formulier kwam niet van een pagina van deze server. Open de pagina nog een keer en verstuur het formulier van daar.',
    methodNeeded:
      'Deze manier van inloggen kan niet weg: het is de enige van uw account, of deze installatie heeft haar voor iedereen. Voeg eerst een andere toe.',
    tooManyPasskeys:
      'Uw account heeft zoveel passkeys als het mag hebben. Verwijder er een die u niet meer gebruikt.',
    tooManyIdentities:
      'Uw account is met zoveel identiteitsproviders verbonden als mag. Verwijder er een die u niet meer gebruikt.',
    identityTaken:
      'Deze identiteit is zojuist met een ander account verbonden, en is daarom niet met dit account verbonden. Log ermee in om te zien bij welk account ze hoort.',
    tooManyChanges:
      'De manieren van inloggen van uw account zijn vandaag te vaak gewijzigd: elke wijziging wordt gemaild. Er is niets gewijzigd: probeer het morgen weer.',
    emailUnchanged:
      'Uw account heeft dit e-mailadres al. Typ het adres dat het moet krijgen.',
    codeWrong:
      'De code is niet die welke een app met dit geheim nu toont, of het aanbod is ouder dan 15 minuten. Begin opnieuw.',
    noSecondFactor:
      'Uw account heeft geen tweede factor, en alleen daarmee zijn er herstelcodes. Stel die eerst in.',
    passkeyNotAdded:
      'De passkey is niet toegevoegd: het antwoord was niet juist of kwam te laat.',
    signInAgain:
      'Hiervoor moet de browser in de laatste 10 minuten zijn ingelogd. Log opnieuw in en herhaal het.',
    other: 'Dit kon niet worden gedaan. Begin opnieuw.',
  },
  signIn: {
    goOnTo: 'Doorgaan naar {place}',
    signOut: 'Uitloggen',
    yourPassword: 'Uw wachtwoord',
    noPassword: 'Geen wachtwoord, of vergeten?',
    linkGoes:
      'Er gaat een link naar dit adres als het een account heeft. Open die in deze browser.',
    mailLink: 'Mail mij een link',
    noMail:
      'Geen e-mail? Wie deze installatie beheert, maakt een link met {command} en uw adres. Programma’s sturen in plaats daarvan een API-token.',
    withProvider: 'Inloggen met {provider}',
    addressProblem: 'Typ het hele adres, zoals {example}.',
    passwordProblem:
      'Dit adres en dit wachtwoord horen niet bij elkaar. Probeer het opnieuw, of laat u een link mailen.',
    passkeyProblem:
      'Deze passkey is hier niet bekend, of het antwoord kwam te laat. Probeer het opnieuw, of op een andere manier.',
    usePasskey: 'Inloggen met een passkey',
    passkeyFailed: 'Dat is niet gelukt. Probeer het opnieuw, of op een andere manier.',
    mailed:
      'Als het adres een account heeft of mag hebben, is er een link onderweg. Die werkt één keer, binnen 15 minuten en alleen in deze browser.',
    notMailed:
      'Na een paar minuten nog niets? Kijk bij ongewenste e-mail, of probeer het met het adres waaronder men u hier kent.',
    tooMany: 'Te veel pogingen',
    tooManyText:
      'Vanuit uw netwerk is te vaak geprobeerd in te loggen. Wacht een kwartier en probeer het dan opnieuw.',
    signInAs: 'Inloggen als {name}',
    wantsSso: '{organization} wil dat u met haar single sign-on inlogt.',
    toSso: 'Doorgaan naar de single sign-on van {organization}',
    onlyIfAsked:
      'Log alleen in als u om deze link hebt gevraagd, en op uw eigen apparaat.',
    linkGone:
      'Misschien is hij al gebruikt, ouder dan 15 minuten of niet helemaal gekopieerd. Een link uit een e-mail werkt alleen in de browser die erom vroeg.',
    linkGoneHelp: 'Vraag een nieuwe waar u inlogt, of aan wie u de link gaf.',
  },
  code: {
    title: 'Uw code',
    label: 'De code die uw app nu toont',
    hint: 'Typ zonder de app een van uw herstelcodes.',
    neither:
      'Geen app en geen codes? Wie deze installatie beheert, maakt met {command} en uw adres een link die u inlogt.',
    problem: 'Deze code is fout, te oud of al gebruikt. Probeer de volgende.',
  },
  methods: {
    link: 'Een link per e-mail',
    password: 'Uw wachtwoord',
    passkey: 'Een passkey',
    provider: 'Een identiteitsprovider',
    onDevice: '{way}, {device}',
    singleSignOn: 'Single sign-on van {organization}: {provider}',
    since: 'Sinds {day}',
    lastUsed: 'Sinds {day}, laatst gebruikt {lastDay}',
    reach:
      'Hiermee logt u alleen in bij {organization}; het geeft geen toegang tot de rest van uw account. Na verwijdering wordt het u gevraagd voordat u weer wordt ingelogd. U blijft lid; waar de organisatie single sign-on wil, hebt u pas dan weer toegang.',
    remove: 'Verwijderen: {way}',
    signInAgain:
      'Om iets te wijzigen, {link}: dat mag niet langer dan 10 minuten geleden zijn.',
    signInAgainLink: 'log opnieuw in',
    needsProof:
      'Een identiteitsprovider moet zeggen wanneer hij u om een bewijs vroeg: doet hij dat niet, log dan op een andere manier in.',
    isOff:
      'Deze manier van inloggen staat hier uit en logt niemand in. Zou ze weer worden aangezet, dan logt ze u in als voorheen.',
    mailAddress: 'Uw e-mailadres',
    afterChange:
      'Een wijziging beëindigt uw sessies in alle andere browsers, en u krijgt er een e-mail over.',
    connectWith: 'Verbinden met {provider}',
    changePasswordTitle: 'Uw wachtwoord wijzigen',
    setPasswordTitle: 'Een wachtwoord instellen',
    newPassword: 'Nieuw wachtwoord',
    passwordRule:
      'Minstens 12 tekens: meerdere woorden die niets met elkaar te maken hebben, zijn goed.',
    changePassword: 'Wachtwoord wijzigen',
    setPassword: 'Wachtwoord instellen',
    addPasskey: 'Een passkey toevoegen',
    passkeyText:
      'Dit apparaat, uw telefoon of een beveiligingssleutel logt u dan in, met uw vinger, uw gezicht of een code.',
    passkeyFailed: 'Dat is niet gelukt. Probeer het opnieuw.',
  },
  passwordProblems: {
    short: 'Het wachtwoord moet minstens {count} tekens hebben.',
    long: 'Het wachtwoord mag hoogstens {count} tekens hebben.',
    unreadable: 'Het wachtwoord bevat iets dat geen teken is.',
    common:
      'Dit wachtwoord gebruiken veel mensen en het wordt als een van de eerste geraden: neem meerdere woorden die niets met elkaar te maken hebben.',
  },
  factor: {
    title: 'Tweede factor',
    isSet:
      'Na uw wachtwoord of een gemailde link wordt u sinds {day} om een code van uw app gevraagd. Resterende herstelcodes: {count}.',
    isNotSet:
      'Na uw wachtwoord of een gemailde link wordt u dan om een code gevraagd die een app toont. Passkeys hebben die niet nodig.',
    newCodes: 'Nieuwe herstelcodes',
    changeApp: 'Van app wisselen',
    remove: 'De tweede factor verwijderen',
    set: 'Een tweede factor instellen',
    read: 'Laat een app voor codes deze afbeelding lezen, of {link} als de app op dit apparaat staat.',
    readLink: 'open haar hier',
    qrCode: 'QR-code met het geheim dat eronder als tekst staat',
    secret: 'Of typ daar dit geheim',
    code: 'De code die de app nu toont',
    confirm: 'De tweede factor instellen',
    backUnchanged: 'Terug, zonder wijziging',
    problem:
      'Dit is niet de code die een app met dit geheim nu toont. Controleer de klok van het apparaat en probeer de volgende.',
    codesTitle: 'Uw herstelcodes',
    codesText:
      'Elke code logt u één keer in wanneer u uw app niet hebt. Eerdere werken niet meer.',
    codes: 'Herstelcodes',
    codesOnce: 'Druk ze nu af of kopieer ze. Ze worden alleen deze keer getoond.',
    codesKept: 'Ik heb ze bewaard',
  },
  email: {
    title: 'Uw e-mailadres',
    has: 'Uw account heeft het adres {email}.',
    becomes: 'Het moet {email} worden',
    linksSent:
      'Naar elk van de twee adressen is een link gemaild. Open ze allebei in een browser die hier is ingelogd, en bevestig de adressen vóór {time}.',
    formerConfirmed: 'Uw huidige adres: bevestigd.',
    formerWaits: 'Uw huidige adres: nog niet bevestigd.',
    newConfirmed: 'Het nieuwe: bevestigd.',
    newWaits: 'Het nieuwe: nog niet bevestigd.',
    keep: 'Het adres houden',
    signInAgain:
      'Om het te wijzigen, {link}: dat mag niet langer dan 10 minuten geleden zijn.',
    newAddress: 'Nieuw e-mailadres',
    change: 'Wijzigen',
    tooManyChanges:
      'Het e-mailadres zou vandaag te vaak worden gewijzigd: er gaan telkens e-mails voor uit. Er is niets begonnen: probeer het morgen weer.',
    confirmTitle: 'Uw e-mailadres wijzigen?',
    confirmText: 'Uw account heeft het adres {former} en moet {email} krijgen.',
    confirm: 'Bevestigen',
    confirmHint:
      'Bevestig alleen wat u zelf bent begonnen. Beide adressen moeten worden bevestigd.',
    waitingTitle: 'Dit adres is bevestigd',
    waiting:
      'Open nu de link in de e-mail aan het andere adres, in een browser die bij het account is ingelogd.',
    doneTitle: 'Uw e-mailadres is gewijzigd',
    done: 'Uw account heeft vanaf nu het adres {email}. Alle andere browsers zijn uitgelogd, en beide adressen krijgen er een e-mail over.',
    takenTitle: 'Een ander account heeft dit adres',
    taken:
      'Het is intussen aan een ander account gegeven, en een adres hoort bij één account. Er is niets gewijzigd.',
    notHereTitle: 'Log eerst in',
    notHere:
      'Deze link werkt in een browser die is ingelogd bij het account waarvan het adres moet veranderen, en wel bij het hele account.',
    notHereLink: 'Inloggen en hier terugkomen',
    notHereHint: 'Bent u dit niet begonnen, doe dan niets: er gebeurt niets.',
    withdrawTitle: 'Was u dit niet?',
    withdraw:
      'Dan is iemand anders bij uw account ingelogd. Het adres blijft zoals het is, en iedereen die bij het account is ingelogd, wordt uitgelogd.',
    withdrawButton: 'Het adres houden en iedereen uitloggen',
    withdrawnTitle: 'Het adres blijft zoals het is',
    withdrawn:
      'Niemand is nog bij het account ingelogd. {link} en wijzig hoe u inlogt. Verwijder API-tokens die u niet kent.',
    withdrawnLink: 'Log in',
    over: 'Misschien is hij al gebruikt, ouder dan een dag of niet helemaal gekopieerd. Misschien is ook de wijziging waar hij bij hoort ingetrokken of door een andere vervangen.',
  },
  signUp: {
    title: 'Uw account openen',
    address: 'Uw account krijgt het adres {email}.',
    open: 'Account openen',
    onlyIfAsked:
      'Open het alleen als u om deze link hebt gevraagd, en op uw eigen apparaat.',
    over: 'Misschien is hij al gebruikt of ouder dan 15 minuten. Hij werkt alleen in de browser die erom vroeg.',
    askAgain: 'Om een nieuwe vragen',
  },
  welcome: {
    title: 'Welkom bij Lectern',
    waiting: 'Uw account wacht op u. Controleer uw naam en het is van u.',
    confirm: 'Bevestigen',
    choose: 'Kies een naam en uw account is klaar.',
    openAndJoin: 'Account openen en deelnemen',
    address: 'Uw adres: {email}',
    haveAccount: 'U hebt al een account. U neemt deel als {name}, {email}.',
    join: 'Deelnemen',
    joinTitle: 'Deelnemen aan {organization}',
    invited: 'U bent uitgenodigd om deel te nemen aan {organization} in Lectern.',
    invitedBy: '{inviter} nodigt u uit om deel te nemen aan {organization} in Lectern.',
    accountReady: 'Uw account is klaar',
    member: 'U bent lid van {organization}',
    closePage: 'U kunt deze pagina sluiten.',
    toSso:
      'Vanaf nu logt u in met haar single sign-on. Tot u dat één keer hebt gedaan, ziet u er niets in.',
    toSsoLink: 'Doorgaan naar single sign-on',
    signedIn:
      'U bent ingelogd met deze browser. {link}, bijvoorbeeld met een wachtwoord of een passkey.',
    signedInLink: 'Kies hoe u voortaan inlogt',
    firstToken:
      'Dit is uw eerste API-token. Daarmee handelen programma’s namens u: bewaar het als een wachtwoord.',
    token: 'Uw token',
    tokenOnce: 'Kopieer het nu. Het wordt alleen deze keer getoond.',
    example: 'Probeer het in een terminal',
    gone: 'Misschien is hij al gebruikt, verlopen, vervangen door een nieuwere of niet helemaal gekopieerd.',
    goneHelp:
      'Zoek een nieuwere e-mail, of open de link uit de e-mail nog een keer. Helpt dat niet, vraag dan wie u uitnodigde om een nieuwe uitnodiging. Hebt u deze link net gebruikt, dan is uw account klaar en hoeft u hier niets meer te doen.',
  },
  firstRun: {
    text: 'Hier heeft nog niemand een account. Maak het eerste: het is de beheerder.',
    addressHint: 'U logt ermee in. Zorg dat e-mail aan dit adres u bereikt.',
    addressProblem: 'Dit is geen e-mailadres.',
    organization: 'Uw organisatie',
    organizationHint: 'Hoe ze heet. U kunt dat later wijzigen.',
    organizationProblem: 'Een titel heeft 2 tot 255 tekens.',
    make: 'Het account maken',
    over: 'Hij maakt het eerste account van deze server, één keer en binnen een dag. Misschien is hij ook niet helemaal gekopieerd.',
    overHelp:
      'Heeft nog niemand een account, start de API dan opnieuw: ze schrijft een nieuwe link in haar log. Hebt u deze link net gebruikt, dan is uw account klaar: {link}.',
    overLink: 'log in',
  },
  site: {
    forMembers: 'Deze website is voor leden',
    noSiteTitle: 'Hier is niets om bij in te loggen',
    noSite:
      'Niemand logt in voor dit adres, of niet meer. Open de pagina die u wilt lezen nog een keer.',
    waysIn: 'Log in om haar te lezen, als lid van de organisatie waarbij ze hoort.',
    needsSsoTitle: 'Log nog een keer in',
    needsSso:
      'De organisatie waarbij deze website hoort, wil dat haar leden met haar single sign-on inloggen.',
    signedInAs: 'U bent ingelogd als {name} ({email}).',
    notForYou:
      'Dat is geen lid van de organisatie waarbij de website hoort, of niet meer. Vraag het een van haar beheerders.',
    asSomebodyElse: 'Inloggen als iemand anders',
    suspended:
      'Uw lidmaatschap van de organisatie waarbij ze hoort, is opgeschort. Vraag het een van haar beheerders.',
    goOn: 'Doorgaan naar de website',
  },
  provider: {
    unknown: 'Deze installatie kent zo’n identiteitsprovider niet.',
    ledHere: 'Een andere website heeft u hierheen geleid.',
    tellOperator:
      'Gebeurt het weer, vertel dan wie deze installatie beheert wat op deze pagina staat.',
    gone: 'Deze aanmelding is niet in deze browser begonnen, duurde te lang of is al afgelopen.',
    whichAccount: 'Welk account is van u?',
    notConnected:
      '{provider} zegt dat u {knownAs} bent. Daarmee is nog geen account verbonden.',
    signInFirst:
      'Als u een account hebt, log er dan in deze browser bij in. Daarna komt u hier terug om het te verbinden.',
    signInToAccount: 'Inloggen bij uw account',
    openWith: 'Hebt u er geen, open er dan een met het adres {email}.',
    open: 'Een account openen',
    halfAnHour: 'Deze pagina werkt een half uur.',
    connectTitle: '{provider} verbinden',
    connects:
      '{provider} zegt dat u {knownAs} bent. Vanaf nu logt dat in bij het account van {name}, {email}.',
    connect: 'Verbinden',
    connectHint:
      'Het beëindigt uw sessies in alle andere browsers, en u krijgt er een e-mail over. Bent u dit niet bij {provider}, sluit dan de pagina.',
  },
  providerRefusals: {
    away: 'De provider is niet bereikbaar of antwoordt niet zoals het hoort. Probeer het over een paar minuten opnieuw, of log op een andere manier in.',
    denied: 'De provider heeft u niet toegelaten, of u bent daar niet doorgegaan.',
    settings:
      'De provider kent deze installatie niet: haar client-id of geheim is fout of verlopen.',
    answer:
      'Het antwoord van de provider bewijst niet wie u bent: het was voor een andere aanmelding of dienst, is te oud of niet goed ondertekend.',
  },
  sso: {
    signInTo: 'Inloggen bij {organization}',
    noProvider:
      'Deze organisatie bestaat niet of heeft geen single sign-on. Misschien is ze ook van identiteitsprovider veranderd: begin bij het adres dat haar beheerders u geven.',
    tellAdmin:
      'Gebeurt het weer, vertel dan een beheerder van uw organisatie wat op deze pagina staat.',
    gone: 'Deze aanmelding is niet in deze browser begonnen, duurde langer dan tien minuten of is al afgelopen. Aanmeldingen die bij de identiteitsprovider beginnen, werken niet: ze beginnen hier.',
    suspended:
      'Uw lidmaatschap van {organization} is opgeschort. Vraag het een van haar beheerders.',
    changedEnough:
      'De manieren van inloggen van uw account zijn vandaag zo vaak gewijzigd dat u over nog een wijziging geen e-mail zou krijgen. Er is niets gewijzigd: probeer het morgen weer.',
    noAddress:
      'U hebt nog geen account, en de identiteitsprovider noemt uw e-mailadres niet. Een beheerder moet hem het adres laten sturen als name-id, of als attribuut met de naam {attribute}.',
    tooManyToday:
      'De identiteitsprovider van {organization} heeft vandaag zoveel nieuwe mensen gebracht als per dag mag. Kom morgen terug, of vraag een beheerder daar u per e-mail uit te nodigen.',
    mailed:
      '{organization} zegt dat u {email} bent. We hebben een link naar dit adres gemaild, om te zien dat het van u is: open die in deze browser. Hij werkt één keer, binnen 15 minuten.',
    mailedHaveAccount:
      'Hebt u een account met dit adres, dan kunt u in plaats daarvan {link}; daarna komt u hier terug.',
    mailedLink: 'erbij inloggen',
    notMailed:
      'Na een paar minuten nog niets? Kijk bij ongewenste e-mail, of begin opnieuw.',
    opens:
      '{organization} zegt dat u {email} bent. Dit adres heeft nog geen account: er wordt een voor gemaakt, en {organization} kan u er vanaf nu mee inloggen, bij deze organisatie en nergens anders.',
    asks: '{organization} zegt dat u {email} bent. Vanaf nu kan ze u met dit account inloggen, bij deze organisatie en nergens anders.',
    thenSignedIn: 'Deze browser is dan alleen bij {organization} ingelogd.',
    ifNotBegun: 'Als u niet bent begonnen met inloggen, sluit dan de pagina.',
    ifUnknown: 'Als u deze organisatie niet kent, sluit dan de pagina.',
    replaces:
      'Deze browser is al ingelogd. Dat eindigt, en hij is dan alleen bij {organization} ingelogd.',
  },
  ssoRefusals: {
    unreadable: 'Het antwoord van de identiteitsprovider kon niet worden gelezen.',
    structure:
      'Het antwoord van de identiteitsprovider is niet gebouwd zoals het hoort: het moet één assertion bevatten, en alleen handtekeningen voor die assertion of voor het hele antwoord.',
    encrypted:
      'De identiteitsprovider versleutelt zijn assertions, en deze server heeft er geen sleutel voor. Zet de versleuteling daar uit, of hier in de instellingen aan.',
    unopened:
      'De identiteitsprovider heeft zijn assertion versleuteld voor een andere sleutel dan deze server heeft. Een beheerder moet hem het certificaat uit de instellingen geven.',
    cipher:
      'De identiteitsprovider versleutelt op een manier die niet wordt aanvaard. Hij moet AES-GCM met 128 of 256 bits gebruiken, en RSA-OAEP met SHA-1 (rsa-oaep-mgf1p) voor de sleutel.',
    algorithm:
      'De identiteitsprovider ondertekent op een manier die niet wordt aanvaard. Hij moet RSA met SHA-256 of SHA-512 gebruiken, en exclusieve canonicalisatie.',
    signature:
      'De handtekening van de identiteitsprovider past niet bij zijn certificaat. Heeft hij een nieuw certificaat, dan moet een beheerder het in de instellingen zetten.',
    status: 'De identiteitsprovider heeft u niet toegelaten.',
    issuer:
      'Het antwoord komt van een andere identiteitsprovider dan in de instellingen staat: de entity-id’s verschillen.',
    audience: 'Het antwoord is voor een andere dienst: de audience verschilt.',
    destination: 'Het antwoord was voor een ander adres dan dit.',
    request:
      'Het antwoord hoort bij geen aanmelding die hier in de laatste tien minuten en met de huidige instellingen van de provider is begonnen, of is al gebruikt.',
    time: 'Het antwoord is op dit moment niet geldig. Blijft dat zo, dan loopt de klok van de identiteitsprovider verkeerd.',
    subject:
      'Het antwoord zegt niet blijvend wie u bent: de provider moet een name-id sturen die niet transient is.',
  },
  mails: {
    signUp: 'Open uw account van Lectern',
    validity:
      'De link werkt één keer, binnen 15 minuten en alleen in de browser die erom vroeg.',
    unexpected:
      'Hebt u hier niet om gevraagd, negeer het dan: er gebeurt niets tot de link daar wordt geopend.',
  },
}
