import type { Words } from './en.ts'

export const fr: Words = {
  common: {
    language: 'Langue',
    errorIn: 'Erreur : {title}',
    signIn: 'Se connecter',
    goOn: 'Continuer',
    beginAgain: 'Recommencer',
    back: 'Retour',
    signInToLectern: 'Se connecter à Lectern',
    signedIn: 'Vous êtes connecté',
    notSignedIn: 'Vous n’êtes pas connecté',
    linkDoesNotWork: 'Ce lien ne fonctionne pas',
    whatYouCanDo: 'Ce que vous pouvez faire',
    didNotWork: 'Cela n’a pas fonctionné',
    howYouSignIn: 'Comment vous vous connectez',
    yourName: 'Votre nom',
    yourAddress: 'Votre adresse e-mail',
    nameSeen: 'Les autres membres de vos organisations le voient. 64 caractères au plus.',
    nameProblem: 'Un nom comporte de 1 à 64 caractères.',
    closeThePage: 'Si vous ne vouliez pas vous connecter, fermez la page.',
    signedInAs:
      'Ce navigateur est connecté en tant que {name}, {email}. Cela prend fin si vous vous connectez ici en tant que quelqu’un d’autre.',
    lookIntoMail: 'Consultez votre messagerie',
    nothingHere: 'Il n’y a rien ici pour se connecter',
  },
  failures: {
    tooManyRequests:
      'Trop de requêtes sont venues de votre réseau. Attendez {time}, puis ouvrez le lien à nouveau.',
    unreadable: 'Le formulaire n’a pas pu être lu. Revenez en arrière et renvoyez-le.',
    ours: 'Une erreur s’est produite de notre côté. Rouvrez le lien dans un instant ; si cela persiste, donnez à l’opérateur le numéro de la requête : {id}.',
    crossSite:
      'Ce formulaire ne venait pas d’une page de ce serveur. Ouvrez la page à nouveau et envoyez le formulaire de là.',
    methodNeeded:
      'Ce moyen de connexion ne peut pas être supprimé : c’est le seul de votre compte, ou cette installation le propose à tous. Ajoutez-en d’abord un autre.',
    tooManyPasskeys:
      'Votre compte a le nombre maximal de clés d’accès. Supprimez-en une qui ne sert plus.',
    tooManyIdentities:
      'Votre compte est lié au nombre maximal de fournisseurs d’identité. Supprimez-en un qui ne sert plus.',
    identityTaken:
      'Cette identité vient d’être liée à un autre compte, elle n’est donc pas liée à celui-ci. Connectez-vous avec elle pour voir à quel compte elle appartient.',
    tooManyChanges:
      'Les moyens de connexion de votre compte ont trop souvent changé aujourd’hui : chaque changement est annoncé par e-mail. Rien n’a été changé : réessayez demain.',
    emailUnchanged:
      'Votre compte a déjà cette adresse e-mail. Saisissez celle qu’il doit avoir.',
    codeWrong:
      'Ce code n’est pas celui qu’une application affiche maintenant pour ce secret, ou l’offre date de plus de 15 minutes. Recommencez.',
    noSecondFactor:
      'Votre compte n’a pas de second facteur, et il n’y a de codes de secours qu’avec lui. Configurez-le d’abord.',
    passkeyNotAdded:
      'La clé d’accès n’a pas été ajoutée : sa réponse était incorrecte ou trop tardive.',
    signInAgain:
      'Il faut pour cela un navigateur connecté dans les 10 dernières minutes. Reconnectez-vous et répétez.',
    other: 'Cela n’a pas pu être fait. Recommencez.',
  },
  signIn: {
    goOnTo: 'Continuer vers {place}',
    signOut: 'Se déconnecter',
    yourPassword: 'Votre mot de passe',
    noPassword: 'Pas de mot de passe, ou oublié ?',
    linkGoes:
      'Un lien est envoyé à cette adresse si elle a un compte. Ouvrez-le dans ce navigateur.',
    mailLink: 'M’envoyer un lien',
    noMail:
      'Pas d’e-mail ? La personne qui gère cette installation crée un lien avec {command} et votre adresse. Les programmes envoient plutôt un jeton d’API.',
    withProvider: 'Se connecter avec {provider}',
    addressProblem: 'Saisissez l’adresse entière, par exemple {example}.',
    passwordProblem:
      'Cette adresse et ce mot de passe ne vont pas ensemble. Réessayez, ou demandez un lien par e-mail.',
    passkeyProblem:
      'Cette clé d’accès n’est pas connue ici, ou la réponse est arrivée trop tard. Réessayez, ou choisissez un autre moyen.',
    usePasskey: 'Se connecter avec une clé d’accès',
    passkeyFailed: 'Cela n’a pas fonctionné. Réessayez, ou choisissez un autre moyen.',
    mailed:
      'Si l’adresse a un compte, ou peut en avoir un, un lien est en route. Il fonctionne une fois, pendant 15 minutes, et seulement dans ce navigateur.',
    notMailed:
      'Toujours rien après quelques minutes ? Regardez dans les indésirables, ou réessayez avec l’adresse sous laquelle on vous connaît.',
    tooMany: 'Trop de tentatives',
    tooManyText:
      'Quelqu’un a tenté trop souvent de se connecter depuis votre réseau. Attendez un quart d’heure, puis réessayez.',
    signInAs: 'Se connecter en tant que {name}',
    wantsSso: '{organization} vous demande de passer par son authentification unique.',
    toSso: 'Continuer vers l’authentification unique de {organization}',
    onlyIfAsked:
      'Connectez-vous seulement si vous avez demandé ce lien, et sur votre propre appareil.',
    linkGone:
      'Il a peut-être déjà servi, date de plus de 15 minutes ou n’a pas été copié en entier. Un lien reçu par e-mail ne fonctionne que dans le navigateur qui l’a demandé.',
    linkGoneHelp:
      'Demandez-en un nouveau là où vous vous connectez, ou à la personne qui vous a donné le lien.',
  },
  code: {
    title: 'Votre code',
    label: 'Le code que votre application affiche maintenant',
    hint: 'Sans l’application, saisissez l’un de vos codes de secours.',
    neither:
      'Ni application ni codes ? La personne qui gère cette installation crée un lien qui vous connecte, avec {command} et votre adresse.',
    problem: 'Ce code est faux, trop ancien ou a déjà servi. Essayez le suivant.',
  },
  methods: {
    link: 'Un lien envoyé par e-mail',
    password: 'Votre mot de passe',
    passkey: 'Une clé d’accès',
    provider: 'Un fournisseur d’identité',
    onDevice: '{way}, {device}',
    singleSignOn: 'Authentification unique de {organization} : {provider}',
    since: 'Depuis le {day}',
    lastUsed: 'Depuis le {day}, dernière utilisation le {lastDay}',
    reach:
      'Il vous connecte à {organization} seulement, et ne donne pas accès au reste de votre compte. Une fois supprimé, il vous demandera avant de vous reconnecter. Vous restez membre ; si l’organisation exige l’authentification unique, vous n’y accédez de nouveau qu’à ce moment.',
    remove: 'Supprimer : {way}',
    signInAgain:
      'Pour changer quelque chose, {link} : cela ne doit pas remonter à plus de 10 minutes.',
    signInAgainLink: 'reconnectez-vous',
    needsProof:
      'Un fournisseur d’identité doit indiquer quand il vous a demandé une preuve : s’il ne le fait pas, choisissez un autre moyen.',
    isOff:
      'Ce moyen de connexion est désactivé ici et ne connecte personne. S’il était réactivé, il vous connecterait comme avant.',
    mailAddress: 'Votre adresse e-mail',
    afterChange:
      'Un changement met fin à vos sessions dans tous les autres navigateurs, et vous recevez un e-mail à ce sujet.',
    connectWith: 'Lier à {provider}',
    changePasswordTitle: 'Changer votre mot de passe',
    setPasswordTitle: 'Définir un mot de passe',
    newPassword: 'Nouveau mot de passe',
    passwordRule:
      'Au moins 12 caractères : plusieurs mots sans rapport entre eux conviennent.',
    changePassword: 'Changer le mot de passe',
    setPassword: 'Définir le mot de passe',
    addPasskey: 'Ajouter une clé d’accès',
    passkeyText:
      'Cet appareil, votre téléphone ou une clé de sécurité vous connecte alors, par votre doigt, votre visage ou un code.',
    passkeyFailed: 'Cela n’a pas fonctionné. Réessayez.',
  },
  passwordProblems: {
    short: 'Le mot de passe doit avoir au moins {count} caractères.',
    long: 'Le mot de passe doit avoir au plus {count} caractères.',
    unreadable: 'Le mot de passe contient ce qui n’est pas un caractère.',
    common:
      'Ce mot de passe est utilisé par beaucoup de monde et sera parmi les premiers devinés : prenez plusieurs mots sans rapport entre eux.',
  },
  factor: {
    title: 'Second facteur',
    isSet:
      'Après votre mot de passe ou un lien par e-mail, un code de votre application vous est demandé depuis le {day}. Codes de secours restants : {count}.',
    isNotSet:
      'Après votre mot de passe ou un lien par e-mail, un code affiché par une application vous est alors demandé. Les clés d’accès n’en ont pas besoin.',
    newCodes: 'Nouveaux codes de secours',
    changeApp: 'Changer d’application',
    remove: 'Supprimer le second facteur',
    set: 'Configurer un second facteur',
    read: 'Faites lire cette image à une application de codes, ou {link} si l’application est sur cet appareil.',
    readLink: 'ouvrez-la ici',
    qrCode: 'Code QR avec le secret qui figure en texte ci-dessous',
    secret: 'Ou saisissez-y ce secret',
    code: 'Le code que l’application affiche maintenant',
    confirm: 'Configurer le second facteur',
    backUnchanged: 'Retour, sans changement',
    problem:
      'Ce n’est pas le code qu’une application affiche maintenant pour ce secret. Vérifiez l’horloge de l’appareil et essayez le suivant.',
    codesTitle: 'Vos codes de secours',
    codesText:
      'Chacun vous connecte une fois quand vous n’avez pas votre application. Les précédents ne sont plus valables.',
    codes: 'Codes de secours',
    codesOnce:
      'Imprimez-les ou copiez-les maintenant. Ils ne sont affichés que cette seule fois.',
    codesKept: 'Je les ai conservés',
  },
  email: {
    title: 'Votre adresse e-mail',
    has: 'Votre compte a l’adresse {email}.',
    becomes: 'Elle doit devenir {email}',
    linksSent:
      'Un lien a été envoyé à chacune des deux adresses. Ouvrez les deux dans un navigateur connecté ici, et confirmez les adresses avant le {time}.',
    formerConfirmed: 'Votre adresse actuelle : confirmée.',
    formerWaits: 'Votre adresse actuelle : pas encore confirmée.',
    newConfirmed: 'La nouvelle : confirmée.',
    newWaits: 'La nouvelle : pas encore confirmée.',
    keep: 'Garder l’adresse',
    signInAgain:
      'Pour la changer, {link} : cela ne doit pas remonter à plus de 10 minutes.',
    newAddress: 'Nouvelle adresse e-mail',
    change: 'Changer',
    tooManyChanges:
      'Le changement de l’adresse e-mail a été demandé trop souvent aujourd’hui : des e-mails partent à chaque fois. Rien n’a été commencé : réessayez demain.',
    confirmTitle: 'Changer votre adresse e-mail ?',
    confirmText: 'Votre compte a l’adresse {former}, et doit avoir {email}.',
    confirm: 'Confirmer',
    confirmHint:
      'Confirmez seulement ce que vous avez commencé vous-même. Les deux adresses doivent être confirmées.',
    waitingTitle: 'Cette adresse est confirmée',
    waiting:
      'Ouvrez maintenant le lien de l’e-mail envoyé à l’autre adresse, dans un navigateur connecté au compte.',
    doneTitle: 'Votre adresse e-mail a changé',
    done: 'Votre compte a désormais l’adresse {email}. Tous les autres navigateurs ont été déconnectés, et les deux adresses reçoivent un e-mail à ce sujet.',
    takenTitle: 'Un autre compte a cette adresse',
    taken:
      'Elle a été donnée entre-temps à un autre compte, et une adresse n’appartient qu’à un seul. Rien n’a été changé.',
    notHereTitle: 'Connectez-vous d’abord',
    notHere:
      'Ce lien fonctionne dans un navigateur connecté au compte dont l’adresse doit changer, et au compte tout entier.',
    notHereLink: 'Se connecter et revenir ici',
    notHereHint: 'Si vous n’avez pas commencé cela, ne faites rien : rien ne se passe.',
    withdrawTitle: 'Ce n’était pas vous ?',
    withdraw:
      'Alors quelqu’un d’autre est connecté à votre compte. L’adresse reste comme elle est, et toutes les personnes connectées au compte sont déconnectées.',
    withdrawButton: 'Garder l’adresse et déconnecter tout le monde',
    withdrawnTitle: 'L’adresse reste comme elle est',
    withdrawn:
      'Plus personne n’est connecté au compte. {link}, et changez vos moyens de connexion. Supprimez les jetons d’API que vous ne connaissez pas.',
    withdrawnLink: 'Connectez-vous',
    over: 'Il a peut-être déjà servi, date de plus d’un jour ou n’a pas été copié en entier. Le changement auquel il appartient a peut-être aussi été annulé, ou remplacé par un autre.',
  },
  signUp: {
    title: 'Ouvrir votre compte',
    address: 'Votre compte aura l’adresse {email}.',
    open: 'Ouvrir le compte',
    onlyIfAsked:
      'Ouvrez-le seulement si vous avez demandé ce lien, et sur votre propre appareil.',
    over: 'Il a peut-être déjà servi ou date de plus de 15 minutes. Il ne fonctionne que dans le navigateur qui l’a demandé.',
    askAgain: 'En demander un nouveau',
  },
  welcome: {
    title: 'Bienvenue dans Lectern',
    waiting: 'Votre compte vous attend. Vérifiez votre nom, et il est à vous.',
    confirm: 'Confirmer',
    choose: 'Choisissez un nom, et votre compte est prêt.',
    openAndJoin: 'Ouvrir le compte et rejoindre',
    address: 'Votre adresse : {email}',
    haveAccount: 'Vous avez déjà un compte. Vous rejoignez en tant que {name}, {email}.',
    join: 'Rejoindre',
    joinTitle: 'Rejoindre {organization}',
    invited: 'Vous êtes invité à rejoindre {organization} dans Lectern.',
    invitedBy: '{inviter} vous invite à rejoindre {organization} dans Lectern.',
    accountReady: 'Votre compte est prêt',
    member: 'Vous êtes membre de {organization}',
    closePage: 'Vous pouvez fermer cette page.',
    toSso:
      'Désormais, vous vous connectez par son authentification unique. Tant que vous ne l’avez pas fait une fois, vous n’y voyez rien.',
    toSsoLink: 'Continuer vers l’authentification unique',
    signedIn:
      'Vous êtes connecté avec ce navigateur. {link}, par exemple avec un mot de passe ou une clé d’accès.',
    signedInLink: 'Choisissez comment vous vous connecterez désormais',
    firstToken:
      'Voici votre premier jeton d’API. Avec lui, des programmes agissent en votre nom : gardez-le comme un mot de passe.',
    token: 'Votre jeton',
    tokenOnce: 'Copiez-le maintenant. Il n’est affiché que cette seule fois.',
    example: 'Essayez-le dans un terminal',
    gone: 'Il a peut-être déjà servi, a expiré, a été remplacé par un plus récent ou n’a pas été copié en entier.',
    goneHelp:
      'Cherchez un e-mail plus récent, ou rouvrez le lien depuis l’e-mail. Si cela ne suffit pas, demandez une nouvelle invitation à la personne qui vous a invité. Si vous venez d’utiliser ce lien, votre compte est prêt et il n’y a plus rien à faire ici.',
  },
  firstRun: {
    text: 'Personne n’a encore de compte ici. Créez le premier : il administre tout.',
    addressHint: 'Vous vous connectez avec elle. Assurez-vous d’y recevoir le courrier.',
    addressProblem: 'Ce n’est pas une adresse e-mail.',
    organization: 'Votre organisation',
    organizationHint: 'Son nom. Vous pourrez le changer plus tard.',
    organizationProblem: 'Un titre comporte de 2 à 255 caractères.',
    make: 'Créer le compte',
    over: 'Il crée le premier compte de ce serveur, une fois et en l’espace d’un jour. Il n’a peut-être pas été copié en entier.',
    overHelp:
      'Si personne n’a encore de compte, redémarrez l’API : elle écrit un autre lien dans son journal. Si vous venez d’utiliser ce lien, votre compte est prêt : {link}.',
    overLink: 'connectez-vous',
  },
  site: {
    forMembers: 'Ce site est réservé aux membres',
    noSiteTitle: 'Il n’y a rien ici à quoi se connecter',
    noSite:
      'Personne ne se connecte à cette adresse, ou plus maintenant. Rouvrez la page que vous souhaitez lire.',
    waysIn:
      'Connectez-vous pour le lire, en tant que membre de l’organisation à laquelle il appartient.',
    needsSsoTitle: 'Connectez-vous encore une fois',
    needsSso:
      'L’organisation à laquelle appartient ce site demande à ses membres de passer par son authentification unique.',
    signedInAs: 'Vous êtes connecté en tant que {name} ({email}).',
    notForYou:
      'Ce compte n’est pas, ou plus, membre de l’organisation à laquelle appartient le site. Adressez-vous à l’un de ses administrateurs.',
    asSomebodyElse: 'Se connecter en tant que quelqu’un d’autre',
    suspended:
      'Votre adhésion à l’organisation à laquelle il appartient est suspendue. Adressez-vous à l’un de ses administrateurs.',
    goOn: 'Continuer vers le site',
  },
  provider: {
    unknown: 'Cette installation ne connaît pas ce fournisseur d’identité.',
    ledHere: 'Un autre site web vous a conduit ici.',
    tellOperator:
      'Si cela se reproduit, dites à la personne qui gère cette installation ce qu’affiche cette page.',
    gone: 'Cette connexion n’a pas été commencée dans ce navigateur, a duré trop longtemps ou est déjà terminée.',
    whichAccount: 'Quel compte est le vôtre ?',
    notConnected:
      '{provider} indique que vous êtes {knownAs}. Aucun compte n’y est encore lié.',
    signInFirst:
      'Si vous avez un compte, connectez-vous-y dans ce navigateur. Vous serez ensuite ramené ici pour le lier.',
    signInToAccount: 'Se connecter à votre compte',
    openWith: 'Si vous n’en avez pas, ouvrez-en un avec l’adresse {email}.',
    open: 'Ouvrir un compte',
    halfAnHour: 'Cette page fonctionne pendant une demi-heure.',
    connectTitle: 'Lier {provider}',
    connects:
      '{provider} indique que vous êtes {knownAs}. Désormais, cela connecte au compte de {name}, {email}.',
    connect: 'Lier',
    connectHint:
      'Cela met fin à vos sessions dans tous les autres navigateurs, et vous recevez un e-mail à ce sujet. Si ce n’est pas vous chez {provider}, fermez la page.',
  },
  providerRefusals: {
    away: 'Le fournisseur est injoignable ou ne répond pas comme il devrait. Réessayez dans quelques minutes, ou connectez-vous autrement.',
    denied: 'Le fournisseur ne vous a pas laissé entrer, ou vous n’y avez pas continué.',
    settings:
      'Le fournisseur ne connaît pas cette installation : son identifiant de client ou son secret est faux ou a expiré.',
    answer:
      'La réponse du fournisseur ne prouve pas qui vous êtes : elle était destinée à une autre connexion ou à un autre service, est trop ancienne ou n’est pas signée comme il faut.',
  },
  sso: {
    signInTo: 'Se connecter à {organization}',
    noProvider:
      'Cette organisation n’existe pas, ou n’a pas d’authentification unique. Elle a peut-être aussi changé de fournisseur d’identité : commencez à l’adresse que donnent ses administrateurs.',
    tellAdmin:
      'Si cela se reproduit, dites à un administrateur de votre organisation ce qu’affiche cette page.',
    gone: 'Cette connexion n’a pas été commencée dans ce navigateur, a duré plus de dix minutes ou est déjà terminée. Les connexions qui commencent chez le fournisseur d’identité ne fonctionnent pas : elles commencent ici.',
    suspended:
      'Votre adhésion à {organization} est suspendue. Adressez-vous à l’un de ses administrateurs.',
    changedEnough:
      'Les moyens de connexion de votre compte ont changé si souvent aujourd’hui qu’aucun e-mail ne vous annoncerait un changement de plus. Rien n’a été changé : réessayez demain.',
    noAddress:
      'Vous n’avez pas encore de compte, et le fournisseur d’identité n’indique pas votre adresse e-mail. Un administrateur doit lui faire envoyer l’adresse comme identifiant de nom, ou comme attribut nommé {attribute}.',
    tooManyToday:
      'Le fournisseur d’identité de {organization} a amené aujourd’hui autant de nouvelles personnes qu’il le peut en un jour. Revenez demain, ou demandez à un administrateur de vous inviter par e-mail.',
    mailed:
      '{organization} indique que vous êtes {email}. Nous avons envoyé un lien à cette adresse, pour voir qu’elle est à vous : ouvrez-le dans ce navigateur. Il fonctionne une fois, pendant 15 minutes.',
    mailedHaveAccount:
      'Si vous avez un compte avec cette adresse, vous pouvez plutôt {link} ; vous serez ensuite ramené ici.',
    mailedLink: 'vous y connecter',
    notMailed:
      'Toujours rien après quelques minutes ? Regardez dans les indésirables, ou recommencez.',
    opens:
      '{organization} indique que vous êtes {email}. Cette adresse n’a pas encore de compte : un compte est créé pour elle, et {organization} peut désormais vous y connecter, dans cette organisation et nulle part ailleurs.',
    asks: '{organization} indique que vous êtes {email}. Désormais, elle peut vous connecter avec ce compte, dans cette organisation et nulle part ailleurs.',
    thenSignedIn: 'Ce navigateur est alors connecté à {organization} seulement.',
    ifNotBegun: 'Si vous n’avez pas commencé à vous connecter, fermez la page.',
    ifUnknown: 'Si vous ne connaissez pas cette organisation, fermez la page.',
    replaces:
      'Ce navigateur est déjà connecté. Cela prend fin, et il est ensuite connecté à {organization} seulement.',
  },
  ssoRefusals: {
    unreadable: 'La réponse du fournisseur d’identité n’a pas pu être lue.',
    structure:
      'La réponse du fournisseur d’identité n’est pas construite comme il faut : elle doit contenir une seule assertion, et des signatures pour cette assertion ou pour toute la réponse uniquement.',
    encrypted:
      'Le fournisseur d’identité chiffre ses assertions, et ce serveur n’a pas de clé pour elles. Désactivez-y le chiffrement, ou activez-le ici dans les réglages.',
    unopened:
      'Le fournisseur d’identité a chiffré son assertion pour une autre clé que celle de ce serveur. Un administrateur doit lui donner le certificat des réglages.',
    cipher:
      'Le fournisseur d’identité chiffre d’une façon qui n’est pas acceptée. Il doit utiliser AES-GCM avec 128 ou 256 bits, et RSA-OAEP avec SHA-1 (rsa-oaep-mgf1p) pour la clé.',
    algorithm:
      'Le fournisseur d’identité signe d’une façon qui n’est pas acceptée. Il doit utiliser RSA avec SHA-256 ou SHA-512, et la canonicalisation exclusive.',
    signature:
      'La signature du fournisseur d’identité ne correspond pas à son certificat. S’il a un nouveau certificat, un administrateur doit l’ajouter aux réglages.',
    status: 'Le fournisseur d’identité ne vous a pas laissé entrer.',
    issuer:
      'La réponse vient d’un autre fournisseur d’identité que celui des réglages : les identifiants d’entité diffèrent.',
    audience: 'La réponse est destinée à un autre service : l’audience diffère.',
    destination: 'La réponse était destinée à une autre adresse que celle-ci.',
    request:
      'La réponse n’appartient à aucune connexion commencée ici dans les dix dernières minutes et avec les réglages actuels du fournisseur, ou a déjà servi.',
    time: 'La réponse n’est pas valable à cette heure. Si cela dure, l’horloge du fournisseur d’identité est fausse.',
    subject:
      'La réponse n’indique pas durablement qui vous êtes : le fournisseur doit envoyer un identifiant de nom qui n’est pas transitoire.',
  },
  mails: {
    signUp: 'Ouvrez votre compte Lectern',
    validity:
      'Le lien fonctionne une fois, pendant 15 minutes, et seulement dans le navigateur qui l’a demandé.',
    unexpected:
      'Si vous ne l’avez pas demandé, ignorez-le : rien ne se passe tant que le lien n’y est pas ouvert.',
  },
}
