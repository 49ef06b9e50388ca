/**
 * All that the pages of signing in say. Words in braces stand for values. A language that lacks a
 * text does not compile.
 */
export const en = {
  common: {
    language: 'Language',
    errorIn: 'Error: {title}',
    signIn: 'Sign in',
    goOn: 'Go on',
    beginAgain: 'Begin again',
    back: 'Back',
    signInToLectern: 'Sign in to Lectern',
    signedIn: 'You are signed in',
    notSignedIn: 'You are not signed in',
    linkDoesNotWork: 'This link does not work',
    whatYouCanDo: 'What you can do',
    didNotWork: 'That did not work',
    howYouSignIn: 'How you sign in',
    yourName: 'Your name',
    yourAddress: 'Your mail address',
    nameSeen: 'Others in your organizations see it. Up to 64 characters.',
    nameProblem: 'A name has between 1 and 64 characters.',
    closeThePage: 'If you did not want to sign in just now, close the page.',
    signedInAs:
      'This browser is signed in as {name}, {email}. That ends when you sign in here as somebody else.',
    lookIntoMail: 'Look into your mail',
    nothingHere: 'There is nothing to sign in with here',
  },
  failures: {
    tooManyRequests:
      'Too many requests came from your network. Wait {time}, then open the link again.',
    unreadable: 'The form could not be read. Go back and send it again.',
    ours: 'Something went wrong on our side. Open the link again in a moment; if it stays, tell the operator the request id {id}.',
    crossSite:
      'This form did not come from a page of this server. Open the page once more and send the form from there.',
    methodNeeded:
      'This way to sign in cannot be removed: it is the only one into your account, or one that this installation has for everybody. Add another one first.',
    tooManyPasskeys:
      'Your account has as many passkeys as it may have. Remove one that is no longer used.',
    tooManyIdentities:
      'Your account is connected with as many identity providers as it may be. Remove one that is no longer used.',
    identityTaken:
      'This identity was connected with another account just now, so it is not connected with this one. Sign in with it to see which account it belongs to.',
    tooManyChanges:
      'The ways to sign in of your account were changed too often today: each change is mailed. Nothing was changed: try again tomorrow.',
    emailUnchanged:
      'Your account has this mail address already. Type the one that it is to have.',
    codeWrong:
      'The code is not the one that an app with this secret shows now, or the offer is older than 15 minutes. Begin again.',
    noSecondFactor:
      'Your account has no second factor, and only with one there are recovery codes. Set it first.',
    passkeyNotAdded: 'The passkey was not added: its answer was not right, or too late.',
    signInAgain:
      'This needs a browser that was signed in during the last 10 minutes. Sign in again and repeat it.',
    other: 'This could not be done. Begin again.',
  },
  signIn: {
    goOnTo: 'Go on to {place}',
    signOut: 'Sign out',
    yourPassword: 'Your password',
    noPassword: 'No password, or forgotten?',
    linkGoes:
      'A link goes to this address if it has an account. Open it in this browser.',
    mailLink: 'Mail me a link',
    noMail:
      'No mail? Whoever runs this installation makes a link with {command} and your address. Programs send an API token instead.',
    withProvider: 'Sign in with {provider}',
    addressProblem: 'Type the whole address, such as {example}.',
    passwordProblem:
      'This address and this password do not belong together. Try again, or have a link mailed to you.',
    passkeyProblem:
      'This passkey is not known here, or the answer came too late. Try again, or another way.',
    usePasskey: 'Sign in with a passkey',
    passkeyFailed: 'That did not work. Try again, or another way.',
    mailed:
      'If the address has an account, or may have one, a link is on its way. It works once, within 15 minutes, and only in this browser.',
    notMailed:
      'Nothing there after a few minutes? Look among unwanted mail, or try once more with the address that you are known by.',
    tooMany: 'Too many attempts',
    tooManyText:
      'Somebody tried to sign in too often from your network. Wait a quarter of an hour, then try again.',
    signInAs: 'Sign in as {name}',
    wantsSso: '{organization} wants you to sign in with its single sign-on.',
    toSso: 'Go on to the single sign-on of {organization}',
    onlyIfAsked: 'Sign in only if you asked for this link, and on your own device.',
    linkGone:
      'It may have been used already, or be older than 15 minutes. It may also not have been copied whole. A link from a mail works only in the browser that asked for it.',
    linkGoneHelp: 'Ask for a new one where you sign in, or whoever gave you the link.',
  },
  code: {
    title: 'Your code',
    label: 'The code that your app shows now',
    hint: 'Without the app, type one of your recovery codes.',
    neither:
      'Neither app nor codes? Whoever runs this installation makes a link that signs you in, with {command} and your address.',
    problem: 'This code is wrong, too old, or was used before. Try the next one.',
  },
  methods: {
    link: 'A link that is mailed to you',
    password: 'Your password',
    passkey: 'A passkey',
    provider: 'An identity provider',
    onDevice: '{way}, {device}',
    singleSignOn: 'Single sign-on of {organization}: {provider}',
    since: 'Since {day}',
    lastUsed: 'Since {day}, last used {lastDay}',
    reach:
      'It signs you in to {organization} alone, and is no way into the rest of your account. Removed, it asks you before it signs you in again. You stay a member; where the organization wants single sign-on of you, you reach it again only then.',
    remove: 'Remove: {way}',
    signInAgain:
      'To change something, {link}: that must not be longer ago than 10 minutes.',
    signInAgainLink: 'sign in again',
    needsProof:
      'An identity provider has to say when it asked you for a proof: where it does not, take another way.',
    isOff:
      'It is switched off here and signs nobody in. If it were switched on again, it would sign you in as before.',
    mailAddress: 'Your mail address',
    afterChange:
      'A change ends your sessions in all other browsers, and you get a mail about it.',
    connectWith: 'Connect with {provider}',
    changePasswordTitle: 'Change your password',
    setPasswordTitle: 'Set a password',
    newPassword: 'New password',
    passwordRule:
      'At least 12 characters: several words that have nothing to do with each other are good.',
    changePassword: 'Change password',
    setPassword: 'Set password',
    addPasskey: 'Add a passkey',
    passkeyText:
      'This device, your phone or a security key then signs you in, by your finger, your face or a code.',
    passkeyFailed: 'That did not work. Try again.',
  },
  passwordProblems: {
    short: 'The password must have at least {count} characters.',
    long: 'The password must have at most {count} characters.',
    unreadable: 'The password holds what is no character.',
    common:
      'The password is one that many people use, and is among the first to be guessed: take several words that have nothing to do with each other.',
  },
  factor: {
    title: 'Second factor',
    isSet:
      'After your password or a mailed link you are asked for a code of your app, since {day}. Recovery codes left: {count}.',
    isNotSet:
      'After your password or a mailed link you are then asked for a code that an app shows. Passkeys need none.',
    newCodes: 'New recovery codes',
    changeApp: 'Change the app',
    remove: 'Remove the second factor',
    set: 'Set a second factor',
    read: 'Let an app for codes read this picture, or {link} if the app is on this device.',
    readLink: 'open it here',
    qrCode: 'QR code with the secret that stands below as text',
    secret: 'Or type this secret there',
    code: 'The code that the app shows now',
    confirm: 'Set the second factor',
    backUnchanged: 'Back, without a change',
    problem:
      'This is not the code that an app with this secret shows now. Look at the clock of the device, and try the next one.',
    codesTitle: 'Your recovery codes',
    codesText:
      'Each of these signs you in once where you do not have your app. Former ones work no more.',
    codes: 'Recovery codes',
    codesOnce: 'Print them or copy them now. They are shown only this once.',
    codesKept: 'I have kept them',
  },
  email: {
    title: 'Your mail address',
    has: 'Your account has the address {email}.',
    becomes: 'It is to become {email}',
    linksSent:
      'A link went to each of the two addresses. Open both in a browser that is signed in here, and confirm them until {time}.',
    formerConfirmed: 'The address you have now: confirmed.',
    formerWaits: 'The address you have now: not confirmed yet.',
    newConfirmed: 'The new one: confirmed.',
    newWaits: 'The new one: not confirmed yet.',
    keep: 'Keep the address',
    signInAgain: 'To change it, {link}: that must not be longer ago than 10 minutes.',
    newAddress: 'New mail address',
    change: 'Change it',
    tooManyChanges:
      'The mail address was to be changed too often today: mails go out for it. Nothing was begun: try again tomorrow.',
    confirmTitle: 'Change your mail address?',
    confirmText: 'Your account has the address {former}, and is to have {email}.',
    confirm: 'Confirm',
    confirmHint: 'Confirm only what you have begun yourself. It needs both addresses.',
    waitingTitle: 'This address is confirmed',
    waiting:
      'Now open the link in the mail to the other address, in a browser that is signed in to the account.',
    doneTitle: 'Your mail address has changed',
    done: 'Your account has the address {email} from now on. All other browsers were signed out, and both addresses get a mail about it.',
    takenTitle: 'Another account has this address',
    taken:
      'It was given to another account meanwhile, and an address belongs to one. Nothing has changed.',
    notHereTitle: 'Sign in first',
    notHere:
      'This link works in a browser that is signed in to the account whose address is to change, with the account as a whole.',
    notHereLink: 'Sign in, and come back here',
    notHereHint: 'If you have not begun this, do nothing: nothing happens.',
    withdrawTitle: 'This was not you?',
    withdraw:
      'Then somebody else is signed in to your account. The address stays as it is, and everybody who is signed in to the account is signed out.',
    withdrawButton: 'Keep the address and sign everybody out',
    withdrawnTitle: 'The address stays as it is',
    withdrawn:
      'Nobody is signed in to the account any more. {link}, and change how you sign in. Take away API tokens that you do not know.',
    withdrawnLink: 'Sign in',
    over: 'It may have been used already, be older than a day, or not have been copied whole. The change that it belongs to may also have been withdrawn, or replaced by another one.',
  },
  signUp: {
    title: 'Open your account',
    address: 'Your account will have the address {email}.',
    open: 'Open account',
    onlyIfAsked: 'Open it only if you asked for this link, and on your own device.',
    over: 'It may have been used already, or be older than 15 minutes. It works only in the browser that asked for it.',
    askAgain: 'Ask for a new one',
  },
  welcome: {
    title: 'Welcome to Lectern',
    waiting: 'Your account is waiting for you. Check your name, and it is yours.',
    confirm: 'Confirm',
    choose: 'Choose a name, and your account is ready.',
    openAndJoin: 'Open account and join',
    address: 'Your address: {email}',
    haveAccount: 'You already have an account. You join as {name}, {email}.',
    join: 'Join',
    joinTitle: 'Join {organization}',
    invited: 'You are invited to join {organization} on Lectern.',
    invitedBy: '{inviter} invites you to join {organization} on Lectern.',
    accountReady: 'Your account is ready',
    member: 'You are a member of {organization}',
    closePage: 'You can close this page.',
    toSso:
      'From here on you sign in with its single sign-on. Until you did so once, you see nothing in it.',
    toSsoLink: 'Go on to single sign-on',
    signedIn:
      'You are signed in with this browser. {link}, such as with a password or a passkey.',
    signedInLink: 'Choose how you sign in from now on',
    firstToken:
      'This is your first API token. With it, programs act as you: keep it like a password.',
    token: 'Your token',
    tokenOnce: 'Copy it now. It is shown only this once.',
    example: 'Try it in a terminal',
    gone: 'It may have been used already, have expired, or have been replaced by a newer one. It may also not have been copied whole.',
    goneHelp:
      'Look for a newer mail, or open the link from the mail once more. If that does not help, ask whoever invited you for a new invitation. If you have just used this link, your account is ready and there is nothing left to do here.',
  },
  firstRun: {
    text: 'Nobody has an account here yet. Make the first one: it is an admin.',
    addressHint: 'You sign in with it. Make sure that mail to it reaches you.',
    addressProblem: 'This is no mail address.',
    organization: 'Your organization',
    organizationHint: 'What it is called. You can change it later.',
    organizationProblem: 'A title has between 2 and 255 characters.',
    make: 'Make the account',
    over: 'It makes the first account of this server, once and within a day. It may also not have been copied whole.',
    overHelp:
      'If nobody has an account yet, start the api again: it writes another link to its log. If you have just used this link, your account is ready: {link}.',
    overLink: 'sign in',
  },
  site: {
    forMembers: 'This site is for members',
    noSiteTitle: 'There is nothing to sign in to here',
    noSite:
      'Nobody signs in to this address, or not any more. Open the page that you want to read once more.',
    waysIn: 'Sign in to read it, as a member of the organization that it belongs to.',
    needsSsoTitle: 'Sign in once more',
    needsSso:
      'The organization that this site belongs to wants its members to sign in with its single sign-on.',
    signedInAs: 'You are signed in as {name} ({email}).',
    notForYou:
      'That is no member of the organization that the site belongs to, or not any more. Ask one of its admins.',
    asSomebodyElse: 'Sign in as somebody else',
    suspended:
      'Your membership of the organization that it belongs to is suspended. Ask one of its admins.',
    goOn: 'Go on to the site',
  },
  provider: {
    unknown: 'This installation knows no such identity provider.',
    ledHere: 'Another website has led you here.',
    tellOperator:
      'If it happens again, tell whoever runs this installation what this page says.',
    gone: 'This sign-in was not begun in this browser, took too long, or has ended already.',
    whichAccount: 'Which account is yours?',
    notConnected:
      '{provider} says that you are {knownAs}. No account is connected with that yet.',
    signInFirst:
      'If you have an account, sign in to it in this browser. Then you are led back here to connect it.',
    signInToAccount: 'Sign in to your account',
    openWith: 'If you have none, open one with the address {email}.',
    open: 'Open an account',
    halfAnHour: 'This page works for half an hour.',
    connectTitle: 'Connect {provider}',
    connects:
      '{provider} says that you are {knownAs}. From now on that signs in to the account of {name}, {email}.',
    connect: 'Connect',
    connectHint:
      'It ends your sessions in all other browsers, and you get a mail about it. If this is not you at {provider}, close the page.',
  },
  providerRefusals: {
    away: 'The provider cannot be reached, or does not answer as it should. Try again in a few minutes, or sign in another way.',
    denied: 'The provider did not let you in, or you did not go on there.',
    settings:
      'The provider does not know this installation: its client id or secret is wrong, or has run out.',
    answer:
      'The answer of the provider does not prove who you are: it was made for another sign-in or another service, is too old, or is not signed as it should be.',
  },
  sso: {
    signInTo: 'Sign in to {organization}',
    noProvider:
      'This organization does not exist, or has no single sign-on. It may also have changed its identity provider: begin at the address that its admins give you.',
    tellAdmin:
      'If it happens again, tell an admin of your organization what this page says.',
    gone: 'This sign-in was not begun in this browser, took longer than ten minutes, or has ended already. Sign-ins that begin at the identity provider do not work: they begin here.',
    suspended: 'Your membership of {organization} is suspended. Ask one of its admins.',
    changedEnough:
      'The ways to sign in of your account were changed so often today that you would not be mailed about another change. Nothing was changed: try again tomorrow.',
    noAddress:
      'You have no account yet, and the identity provider does not say your e-mail address. An admin has to let it send the address as name id, or as an attribute called {attribute}.',
    tooManyToday:
      'The identity provider of {organization} has brought as many new people today as it may in a day. Come back tomorrow, or ask an admin there to invite you by mail.',
    mailed:
      '{organization} says that you are {email}. We have mailed a link to this address, to see that it is yours: open it in this browser. It works once, within 15 minutes.',
    mailedHaveAccount:
      'If you have an account with this address, you can {link} instead, and are led back here.',
    mailedLink: 'sign in to it',
    notMailed:
      'Nothing there after a few minutes? Look among unwanted mail, or begin again.',
    opens:
      '{organization} says that you are {email}. This address has no account yet: one is made for it, and {organization} can sign you in with it from now on, into this organization and nowhere else.',
    asks: '{organization} says that you are {email}. From now on it can sign you in with this account, into this organization and nowhere else.',
    thenSignedIn: 'This browser is then signed in to {organization} alone.',
    ifNotBegun: 'If you did not begin to sign in, close the page.',
    ifUnknown: 'If you do not know this organization, close the page.',
    replaces:
      'This browser is signed in already. That ends, and it is then signed in to {organization} alone.',
  },
  ssoRefusals: {
    unreadable: 'The answer of the identity provider could not be read.',
    structure:
      'The answer of the identity provider is not built as it should be: it must hold one assertion, and signatures for this assertion or for the whole answer alone.',
    encrypted:
      'The identity provider encrypts its assertions, and this server has no key for them. Switch encryption off there, or on in the settings here.',
    unopened:
      'The identity provider has encrypted its assertion for another key than this server has. An admin has to give it the certificate of the settings.',
    cipher:
      'The identity provider encrypts in a way that is not accepted. It must use AES-GCM with 128 or 256 bits, and RSA-OAEP with SHA-1 (rsa-oaep-mgf1p) for the key.',
    algorithm:
      'The identity provider signs in a way that is not accepted. It must use RSA with SHA-256 or SHA-512, and exclusive canonicalization.',
    signature:
      'The signature of the identity provider does not fit its certificate. If the provider has a new certificate, an admin has to put it into the settings.',
    status: 'The identity provider did not let you in.',
    issuer:
      'The answer comes from another identity provider than the settings name: the entity ids differ.',
    audience: 'The answer is meant for another service: the audience differs.',
    destination: 'The answer was meant for another address than this one.',
    request:
      'The answer belongs to no sign-in that was begun here in the last ten minutes and under the present settings of the provider, or was used already.',
    time: 'The answer is not valid at this time. If that stays so, the clock of the identity provider is wrong.',
    subject:
      'The answer does not say who you are in a way that lasts: the provider must send a name id that is not transient.',
  },
  mails: {
    signUp: 'Open your account of Lectern',
    validity:
      'The link works once, within 15 minutes, and only in the browser that asked for it.',
    unexpected:
      'If you did not ask for this, ignore it: nothing happens until the link is opened there.',
  },
}

export type Words = Readonly<{
  [Part in keyof typeof en]: Readonly<(typeof en)[Part]>
}>
