import type { Words } from './en.ts'

export const no: Words = {
  common: {
    language: 'Språk',
    errorIn: 'Feil: {title}',
    signIn: 'Logg inn',
    goOn: 'Fortsett',
    beginAgain: 'Begynn på nytt',
    back: 'Tilbake',
    signInToLectern: 'Logg inn på Lectern',
    signedIn: 'Du er logget inn',
    notSignedIn: 'Du er ikke logget inn',
    linkDoesNotWork: 'Denne lenken virker ikke',
    whatYouCanDo: 'Hva du kan gjøre',
    didNotWork: 'Det gikk ikke',
    howYouSignIn: 'Hvordan du logger inn',
    yourName: 'Navnet ditt',
    yourAddress: 'E-postadressen din',
    nameSeen: 'Andre i organisasjonene dine ser det. Høyst 64 tegn.',
    nameProblem: 'Et navn har fra 1 til 64 tegn.',
    closeThePage: 'Lukk siden hvis du ikke ville logge inn nå.',
    signedInAs:
      'Denne nettleseren er logget inn som {name}, {email}. Det tar slutt når du logger inn her som en annen.',
    lookIntoMail: 'Se i e-posten din',
    nothingHere: 'Her er det ingenting å logge inn med',
  },
  failures: {
    tooManyRequests:
      'Det kom for mange forespørsler fra nettverket ditt. Vent {time}, og åpne så lenken igjen.',
    unreadable: 'Skjemaet kunne ikke leses. Gå tilbake og send det igjen.',
    ours: 'Noe gikk galt hos oss. Åpne lenken igjen om litt; hvis det vedvarer, gi driftsansvarlig nummeret på forespørselen: {id}.',
    crossSite:
      'Dette skjemaet kom ikke fra en side på denne serveren. Åpne siden en gang til og send skjemaet derfra.',
    methodNeeded:
      'Denne innloggingsmåten kan ikke fjernes: Den er den eneste til kontoen din, eller denne installasjonen har den for alle. Legg til en annen først.',
    tooManyPasskeys:
      'Kontoen din har så mange passnøkler som den kan ha. Fjern en som ikke brukes lenger.',
    tooManyIdentities:
      'Kontoen din er koblet til så mange identitetsleverandører som den kan være. Fjern en som ikke brukes lenger.',
    identityTaken:
      'Denne identiteten ble nettopp koblet til en annen konto, så den er ikke koblet til denne. Logg inn med den for å se hvilken konto den hører til.',
    tooManyChanges:
      'Innloggingsmåtene til kontoen din er endret for ofte i dag: Hver endring meldes på e-post. Ingenting ble endret: Prøv igjen i morgen.',
    emailUnchanged:
      'Kontoen din har allerede denne e-postadressen. Skriv den som den skal få.',
    codeWrong:
      'Koden er ikke den som en app med denne hemmeligheten viser nå, eller tilbudet er eldre enn 15 minutter. Begynn på nytt.',
    noSecondFactor:
      'Kontoen din har ingen andre faktor, og bare med en slik finnes det gjenopprettingskoder. Sett den opp først.',
    passkeyNotAdded:
      'Passnøkkelen ble ikke lagt til: Svaret var ikke riktig eller kom for sent.',
    signInAgain:
      'Dette krever en nettleser som er logget inn de siste 10 minuttene. Logg inn på nytt og gjenta det.',
    other: 'Dette kunne ikke gjøres. Begynn på nytt.',
  },
  signIn: {
    goOnTo: 'Fortsett til {place}',
    signOut: 'Logg ut',
    yourPassword: 'Passordet ditt',
    noPassword: 'Ikke noe passord, eller glemt det?',
    linkGoes:
      'En lenke sendes til denne adressen hvis den har en konto. Åpne den i denne nettleseren.',
    mailLink: 'Send meg en lenke',
    noMail:
      'Ingen e-post? Den som drifter denne installasjonen, lager en lenke med {command} og adressen din. Programmer sender et API-token i stedet.',
    withProvider: 'Logg inn med {provider}',
    addressProblem: 'Skriv hele adressen, for eksempel {example}.',
    passwordProblem:
      'Denne adressen og dette passordet hører ikke sammen. Prøv igjen, eller få en lenke på e-post.',
    passkeyProblem:
      'Denne passnøkkelen er ikke kjent her, eller svaret kom for sent. Prøv igjen, eller på en annen måte.',
    usePasskey: 'Logg inn med en passnøkkel',
    passkeyFailed: 'Det gikk ikke. Prøv igjen, eller på en annen måte.',
    mailed:
      'Hvis adressen har en konto, eller kan få en, er en lenke på vei. Den virker én gang, i 15 minutter og bare i denne nettleseren.',
    notMailed:
      'Ingenting etter noen minutter? Se i søppelposten, eller prøv en gang til med adressen du er kjent under.',
    tooMany: 'For mange forsøk',
    tooManyText:
      'Noen har prøvd å logge inn for ofte fra nettverket ditt. Vent et kvarter, og prøv igjen.',
    signInAs: 'Logg inn som {name}',
    wantsSso: '{organization} vil at du logger inn med organisasjonens enkle pålogging.',
    toSso: 'Fortsett til enkel pålogging for {organization}',
    onlyIfAsked: 'Logg bare inn hvis du har bedt om denne lenken, og på din egen enhet.',
    linkGone:
      'Den kan være brukt allerede, være eldre enn 15 minutter eller ikke være kopiert i sin helhet. En lenke fra en e-post virker bare i nettleseren som ba om den.',
    linkGoneHelp: 'Be om en ny der du logger inn, eller hos den som ga deg lenken.',
  },
  code: {
    title: 'Koden din',
    label: 'Koden som appen din viser nå',
    hint: 'Uten appen skriver du en av gjenopprettingskodene dine.',
    neither:
      'Verken app eller koder? Den som drifter denne installasjonen, lager en lenke som logger deg inn, med {command} og adressen din.',
    problem: 'Denne koden er feil, for gammel eller brukt før. Prøv den neste.',
  },
  methods: {
    link: 'En lenke på e-post',
    password: 'Passordet ditt',
    passkey: 'En passnøkkel',
    provider: 'En identitetsleverandør',
    onDevice: '{way}, {device}',
    singleSignOn: 'Enkel pålogging for {organization}: {provider}',
    since: 'Siden {day}',
    lastUsed: 'Siden {day}, sist brukt {lastDay}',
    reach:
      'Den logger deg bare inn på {organization}, og gir ikke tilgang til resten av kontoen. Når den er fjernet, blir du spurt før den logger deg inn igjen. Du er fortsatt medlem; der organisasjonen krever enkel pålogging, får du tilgang igjen først da.',
    remove: 'Fjern: {way}',
    signInAgain: 'For å endre noe, {link}: Det kan ikke være mer enn 10 minutter siden.',
    signInAgainLink: 'logg inn på nytt',
    needsProof:
      'En identitetsleverandør må si når den ba deg om et bevis: Hvis den ikke gjør det, bruk en annen måte.',
    isOff:
      'Denne innloggingsmåten er slått av her og logger ingen inn. Hvis den ble slått på igjen, ville den logge deg inn som før.',
    mailAddress: 'E-postadressen din',
    afterChange:
      'En endring avslutter øktene dine i alle andre nettlesere, og du får en e-post om det.',
    connectWith: 'Koble til {provider}',
    changePasswordTitle: 'Endre passordet ditt',
    setPasswordTitle: 'Velg et passord',
    newPassword: 'Nytt passord',
    passwordRule:
      'Minst 12 tegn: Flere ord som ikke har noe med hverandre å gjøre, er bra.',
    changePassword: 'Endre passord',
    setPassword: 'Lagre passord',
    addPasskey: 'Legg til en passnøkkel',
    passkeyText:
      'Denne enheten, telefonen din eller en sikkerhetsnøkkel logger deg da inn, med fingeren, ansiktet eller en kode.',
    passkeyFailed: 'Det gikk ikke. Prøv igjen.',
  },
  passwordProblems: {
    short: 'Passordet må ha minst {count} tegn.',
    long: 'Passordet kan ha høyst {count} tegn.',
    unreadable: 'Passordet inneholder noe som ikke er et tegn.',
    common:
      'Dette passordet brukes av mange og er blant de første som gjettes: Velg flere ord som ikke har noe med hverandre å gjøre.',
  },
  factor: {
    title: 'Andre faktor',
    isSet:
      'Etter passordet eller en lenke på e-post blir du bedt om en kode fra appen din, siden {day}. Gjenopprettingskoder igjen: {count}.',
    isNotSet:
      'Etter passordet eller en lenke på e-post blir du da bedt om en kode som en app viser. Passnøkler trenger ingen.',
    newCodes: 'Nye gjenopprettingskoder',
    changeApp: 'Bytt app',
    remove: 'Fjern den andre faktoren',
    set: 'Sett opp en andre faktor',
    read: 'La en app for koder lese dette bildet, eller {link} hvis appen er på denne enheten.',
    readLink: 'åpne det her',
    qrCode: 'QR-kode med hemmeligheten som står under som tekst',
    secret: 'Eller skriv denne hemmeligheten der',
    code: 'Koden som appen viser nå',
    confirm: 'Sett opp den andre faktoren',
    backUnchanged: 'Tilbake, uten endring',
    problem:
      'Dette er ikke koden som en app med denne hemmeligheten viser nå. Se på klokken på enheten, og prøv den neste.',
    codesTitle: 'Gjenopprettingskodene dine',
    codesText:
      'Hver av dem logger deg inn én gang når du ikke har appen. Tidligere koder virker ikke lenger.',
    codes: 'Gjenopprettingskoder',
    codesOnce: 'Skriv dem ut eller kopier dem nå. De vises bare denne ene gangen.',
    codesKept: 'Jeg har tatt vare på dem',
  },
  email: {
    title: 'E-postadressen din',
    has: 'Kontoen din har adressen {email}.',
    becomes: 'Den skal bli {email}',
    linksSent:
      'En lenke er sendt til hver av de to adressene. Åpne begge i en nettleser som er logget inn her, og bekreft adressene innen {time}.',
    formerConfirmed: 'Adressen du har nå: bekreftet.',
    formerWaits: 'Adressen du har nå: ikke bekreftet ennå.',
    newConfirmed: 'Den nye: bekreftet.',
    newWaits: 'Den nye: ikke bekreftet ennå.',
    keep: 'Behold adressen',
    signInAgain: 'For å endre den, {link}: Det kan ikke være mer enn 10 minutter siden.',
    newAddress: 'Ny e-postadresse',
    change: 'Endre',
    tooManyChanges:
      'E-postadressen skulle endres for ofte i dag: Det sendes e-poster for det hver gang. Ingenting ble begynt: Prøv igjen i morgen.',
    confirmTitle: 'Endre e-postadressen din?',
    confirmText: 'Kontoen din har adressen {former}, og skal få {email}.',
    confirm: 'Bekreft',
    confirmHint: 'Bekreft bare det du selv har begynt. Begge adressene må bekreftes.',
    waitingTitle: 'Denne adressen er bekreftet',
    waiting:
      'Åpne nå lenken i e-posten til den andre adressen, i en nettleser som er logget inn på kontoen.',
    doneTitle: 'E-postadressen din er endret',
    done: 'Kontoen din har fra nå av adressen {email}. Alle andre nettlesere ble logget ut, og begge adressene får en e-post om det.',
    takenTitle: 'En annen konto har denne adressen',
    taken:
      'Den er i mellomtiden gitt til en annen konto, og en adresse hører til bare én. Ingenting ble endret.',
    notHereTitle: 'Logg inn først',
    notHere:
      'Denne lenken virker i en nettleser som er logget inn på kontoen som skal få ny adresse, og på hele kontoen.',
    notHereLink: 'Logg inn og kom tilbake hit',
    notHereHint: 'Hvis du ikke har begynt dette, gjør ingenting: Ingenting skjer.',
    withdrawTitle: 'Var dette ikke deg?',
    withdraw:
      'Da er en annen logget inn på kontoen din. Adressen blir som den er, og alle som er logget inn på kontoen, blir logget ut.',
    withdrawButton: 'Behold adressen og logg ut alle',
    withdrawnTitle: 'Adressen blir som den er',
    withdrawn:
      'Ingen er logget inn på kontoen lenger. {link}, og endre hvordan du logger inn. Fjern API-tokener som du ikke kjenner.',
    withdrawnLink: 'Logg inn',
    over: 'Den kan være brukt allerede, være eldre enn et døgn eller ikke være kopiert i sin helhet. Endringen den hører til, kan også være trukket tilbake eller erstattet av en annen.',
  },
  signUp: {
    title: 'Åpne kontoen din',
    address: 'Kontoen din får adressen {email}.',
    open: 'Åpne konto',
    onlyIfAsked: 'Åpne den bare hvis du har bedt om denne lenken, og på din egen enhet.',
    over: 'Den kan være brukt allerede eller være eldre enn 15 minutter. Den virker bare i nettleseren som ba om den.',
    askAgain: 'Be om en ny',
  },
  welcome: {
    title: 'Velkommen til Lectern',
    waiting: 'Kontoen din venter på deg. Se over navnet ditt, så er den din.',
    confirm: 'Bekreft',
    choose: 'Velg et navn, så er kontoen din klar.',
    openAndJoin: 'Åpne konto og bli med',
    address: 'Adressen din: {email}',
    haveAccount: 'Du har allerede en konto. Du blir med som {name}, {email}.',
    join: 'Bli med',
    joinTitle: 'Bli med i {organization}',
    invited: 'Du er invitert til å bli med i {organization} på Lectern.',
    invitedBy: '{inviter} inviterer deg til å bli med i {organization} på Lectern.',
    accountReady: 'Kontoen din er klar',
    member: 'Du er medlem av {organization}',
    closePage: 'Du kan lukke denne siden.',
    toSso:
      'Fra nå av logger du inn med organisasjonens enkle pålogging. Før du har gjort det én gang, ser du ingenting i den.',
    toSsoLink: 'Fortsett til enkel pålogging',
    signedIn:
      'Du er logget inn med denne nettleseren. {link}, for eksempel med et passord eller en passnøkkel.',
    signedInLink: 'Velg hvordan du logger inn fra nå av',
    firstToken:
      'Dette er ditt første API-token. Med det handler programmer på dine vegne: Ta vare på det som et passord.',
    token: 'Tokenet ditt',
    tokenOnce: 'Kopier det nå. Det vises bare denne ene gangen.',
    example: 'Prøv det i en terminal',
    gone: 'Den kan være brukt allerede, være utløpt, være erstattet av en nyere eller ikke være kopiert i sin helhet.',
    goneHelp:
      'Se etter en nyere e-post, eller åpne lenken fra e-posten en gang til. Hvis det ikke hjelper, be den som inviterte deg, om en ny invitasjon. Hvis du nettopp har brukt denne lenken, er kontoen din klar, og det er ikke mer å gjøre her.',
  },
  firstRun: {
    text: 'Ingen har en konto her ennå. Lag den første: Den er administrator.',
    addressHint: 'Du logger inn med den. Pass på at e-post til den når deg.',
    addressProblem: 'Dette er ikke en e-postadresse.',
    organization: 'Organisasjonen din',
    organizationHint: 'Hva den heter. Du kan endre det senere.',
    organizationProblem: 'En tittel har fra 2 til 255 tegn.',
    make: 'Lag kontoen',
    over: 'Den lager den første kontoen på denne serveren, én gang og innen et døgn. Den kan også være ufullstendig kopiert.',
    overHelp:
      'Hvis ingen har en konto ennå, start API-et på nytt: Det skriver en ny lenke i loggen sin. Hvis du nettopp har brukt denne lenken, er kontoen din klar: {link}.',
    overLink: 'logg inn',
  },
  site: {
    forMembers: 'Dette nettstedet er for medlemmer',
    noSiteTitle: 'Her er det ingenting å logge inn på',
    noSite:
      'Ingen logger inn på denne adressen, eller ikke nå lenger. Åpne siden du vil lese, en gang til.',
    waysIn: 'Logg inn for å lese det, som medlem av organisasjonen det tilhører.',
    needsSsoTitle: 'Logg inn en gang til',
    needsSso:
      'Organisasjonen som dette nettstedet tilhører, vil at medlemmene logger inn med dens enkle pålogging.',
    signedInAs: 'Du er logget inn som {name} ({email}).',
    notForYou:
      'Det er ikke et medlem av organisasjonen som nettstedet tilhører, eller ikke nå lenger. Spør en av administratorene.',
    asSomebodyElse: 'Logg inn som en annen',
    suspended:
      'Medlemskapet ditt i organisasjonen det tilhører, er satt på vent. Spør en av administratorene.',
    goOn: 'Fortsett til nettstedet',
  },
  provider: {
    unknown: 'Denne installasjonen kjenner ingen slik identitetsleverandør.',
    ledHere: 'Et annet nettsted har ført deg hit.',
    tellOperator:
      'Hvis det skjer igjen, fortell den som drifter denne installasjonen, hva som står på denne siden.',
    gone: 'Denne innloggingen ble ikke begynt i denne nettleseren, tok for lang tid eller er allerede avsluttet.',
    whichAccount: 'Hvilken konto er din?',
    notConnected:
      '{provider} sier at du er {knownAs}. Ingen konto er koblet til det ennå.',
    signInFirst:
      'Hvis du har en konto, logg inn på den i denne nettleseren. Så føres du tilbake hit for å koble den til.',
    signInToAccount: 'Logg inn på kontoen din',
    openWith: 'Hvis du ikke har noen, åpne en med adressen {email}.',
    open: 'Åpne en konto',
    halfAnHour: 'Denne siden virker i en halvtime.',
    connectTitle: 'Koble til {provider}',
    connects:
      '{provider} sier at du er {knownAs}. Fra nå av logger det inn på kontoen til {name}, {email}.',
    connect: 'Koble til',
    connectHint:
      'Det avslutter øktene dine i alle andre nettlesere, og du får en e-post om det. Lukk siden hvis dette ikke er deg hos {provider}.',
  },
  providerRefusals: {
    away: 'Leverandøren kan ikke nås eller svarer ikke som den skal. Prøv igjen om noen minutter, eller logg inn på en annen måte.',
    denied: 'Leverandøren slapp deg ikke inn, eller du fortsatte ikke der.',
    settings:
      'Leverandøren kjenner ikke denne installasjonen: Klient-id-en eller hemmeligheten er feil eller utløpt.',
    answer:
      'Svaret fra leverandøren viser ikke hvem du er: Det var for en annen innlogging eller en annen tjeneste, er for gammelt eller ikke signert som det skal.',
  },
  sso: {
    signInTo: 'Logg inn på {organization}',
    noProvider:
      'Denne organisasjonen finnes ikke eller har ikke enkel pålogging. Den kan også ha byttet identitetsleverandør: Begynn på adressen som administratorene gir deg.',
    tellAdmin:
      'Hvis det skjer igjen, fortell en administrator i organisasjonen din hva som står på denne siden.',
    gone: 'Denne innloggingen ble ikke begynt i denne nettleseren, tok mer enn ti minutter eller er allerede avsluttet. Innlogginger som begynner hos identitetsleverandøren, virker ikke: De begynner her.',
    suspended:
      'Medlemskapet ditt i {organization} er satt på vent. Spør en av administratorene.',
    changedEnough:
      'Innloggingsmåtene til kontoen din er endret så ofte i dag at du ikke ville fått e-post om en endring til. Ingenting ble endret: Prøv igjen i morgen.',
    noAddress:
      'Du har ingen konto ennå, og identitetsleverandøren oppgir ikke e-postadressen din. En administrator må la den sende adressen som navne-id, eller som et attributt som heter {attribute}.',
    tooManyToday:
      'Identitetsleverandøren til {organization} har i dag kommet med så mange nye som den kan på en dag. Kom tilbake i morgen, eller be en administrator der invitere deg på e-post.',
    mailed:
      '{organization} sier at du er {email}. Vi har sendt en lenke til denne adressen for å se at den er din: Åpne den i denne nettleseren. Den virker én gang, i 15 minutter.',
    mailedHaveAccount:
      'Hvis du har en konto med denne adressen, kan du {link} i stedet, og føres så tilbake hit.',
    mailedLink: 'logge inn på den',
    notMailed: 'Ingenting etter noen minutter? Se i søppelposten, eller begynn på nytt.',
    opens:
      '{organization} sier at du er {email}. Denne adressen har ingen konto ennå: En blir laget for den, og {organization} kan fra nå av logge deg inn med den, i denne organisasjonen og ingen andre steder.',
    asks: '{organization} sier at du er {email}. Fra nå av kan den logge deg inn med denne kontoen, i denne organisasjonen og ingen andre steder.',
    thenSignedIn: 'Denne nettleseren er da bare logget inn på {organization}.',
    ifNotBegun: 'Lukk siden hvis du ikke har begynt å logge inn.',
    ifUnknown: 'Lukk siden hvis du ikke kjenner denne organisasjonen.',
    replaces:
      'Denne nettleseren er allerede logget inn. Det tar slutt, og den er deretter bare logget inn på {organization}.',
  },
  ssoRefusals: {
    unreadable: 'Svaret fra identitetsleverandøren kunne ikke leses.',
    structure:
      'Svaret fra identitetsleverandøren er ikke bygd som det skal: Det må ha én assertion, og signaturer bare for denne eller for hele svaret.',
    encrypted:
      'Identitetsleverandøren krypterer sine assertions, og denne serveren har ingen nøkkel til dem. Slå av krypteringen der, eller slå den på i innstillingene her.',
    unopened:
      'Identitetsleverandøren har kryptert sin assertion for en annen nøkkel enn den denne serveren har. En administrator må gi leverandøren sertifikatet fra innstillingene.',
    cipher:
      'Identitetsleverandøren krypterer på en måte som ikke godtas. Den må bruke AES-GCM med 128 eller 256 biter, og RSA-OAEP med SHA-1 (rsa-oaep-mgf1p) for nøkkelen.',
    algorithm:
      'Identitetsleverandøren signerer på en måte som ikke godtas. Den må bruke RSA med SHA-256 eller SHA-512, og eksklusiv kanonisering.',
    signature:
      'Signaturen fra identitetsleverandøren passer ikke til sertifikatet. Hvis leverandøren har et nytt sertifikat, må en administrator legge det inn i innstillingene.',
    status: 'Identitetsleverandøren slapp deg ikke inn.',
    issuer:
      'Svaret kommer fra en annen identitetsleverandør enn den i innstillingene: Entitets-id-ene er forskjellige.',
    audience: 'Svaret er ment for en annen tjeneste: Audience er en annen.',
    destination: 'Svaret var ment for en annen adresse enn denne.',
    request:
      'Svaret hører ikke til en innlogging som ble begynt her de siste ti minuttene og med de nåværende innstillingene for leverandøren, eller er allerede brukt.',
    time: 'Svaret er ikke gyldig på dette tidspunktet. Hvis det vedvarer, går klokken til identitetsleverandøren feil.',
    subject:
      'Svaret sier ikke på en varig måte hvem du er: Leverandøren må sende en navne-id som ikke er midlertidig.',
  },
  mails: {
    signUp: 'Åpne Lectern-kontoen din',
    validity: 'Lenken virker én gang, i 15 minutter og bare i nettleseren som ba om den.',
    unexpected:
      'Hvis du ikke har bedt om dette, se bort fra det: Ingenting skjer før lenken åpnes der.',
  },
}
