import type { Words } from './en.ts'

export const es: Words = {
  common: {
    language: 'Idioma',
    errorIn: 'Error: {title}',
    signIn: 'Iniciar sesión',
    goOn: 'Continuar',
    beginAgain: 'Empezar de nuevo',
    back: 'Volver',
    signInToLectern: 'Iniciar sesión en Lectern',
    signedIn: 'Ha iniciado sesión',
    notSignedIn: 'No ha iniciado sesión',
    linkDoesNotWork: 'Este enlace no funciona',
    whatYouCanDo: 'Qué puede hacer',
    didNotWork: 'No ha funcionado',
    howYouSignIn: 'Cómo inicia sesión',
    yourName: 'Su nombre',
    yourAddress: 'Su dirección de correo',
    nameSeen: 'Lo ven otras personas de sus organizaciones. 64 caracteres como máximo.',
    nameProblem: 'Un nombre tiene entre 1 y 64 caracteres.',
    closeThePage: 'Si no quería iniciar sesión ahora, cierre la página.',
    signedInAs:
      'Este navegador tiene abierta la sesión de {name}, {email}. Termina si aquí inicia sesión otra persona.',
    lookIntoMail: 'Mire su correo',
    nothingHere: 'Aquí no hay nada con que iniciar sesión',
  },
  failures: {
    tooManyRequests:
      'Han llegado demasiadas peticiones desde su red. Espere {time} y vuelva a abrir el enlace.',
    unreadable: 'No se ha podido leer el formulario. Vuelva atrás y envíelo otra vez.',
    ours: 'Algo ha fallado por nuestra parte. Vuelva a abrir el enlace dentro de un momento; si sigue igual, dé a quien administra el servidor el número de la petición: {id}.',
    crossSite:
      'Este formulario no venía de una página de este servidor. Abra la página otra vez y envíe el formulario desde allí.',
    methodNeeded:
      'Esta forma de iniciar sesión no se puede quitar: es la única de su cuenta, o esta instalación la tiene para todos. Añada antes otra.',
    tooManyPasskeys:
      'Su cuenta tiene todas las claves de acceso que puede tener. Quite una que ya no use.',
    tooManyIdentities:
      'Su cuenta está conectada con todos los proveedores de identidad que puede tener. Quite uno que ya no use.',
    identityTaken:
      'Esta identidad se acaba de conectar con otra cuenta, así que no está conectada con esta. Inicie sesión con ella para ver a qué cuenta pertenece.',
    tooManyChanges:
      'Hoy se han cambiado demasiadas veces las formas de iniciar sesión de su cuenta: cada cambio se avisa por correo. No se ha cambiado nada: inténtelo mañana.',
    emailUnchanged:
      'Su cuenta ya tiene esta dirección de correo. Escriba la que debe tener.',
    codeWrong:
      'El código no es el que una aplicación con este secreto muestra ahora, o la oferta tiene más de 15 minutos. Empiece de nuevo.',
    noSecondFactor:
      'Su cuenta no tiene segundo factor, y solo con él hay códigos de recuperación. Configúrelo primero.',
    passkeyNotAdded:
      'No se ha añadido la clave de acceso: su respuesta no era correcta o llegó tarde.',
    signInAgain:
      'Esto necesita un navegador con sesión iniciada en los últimos 10 minutos. Inicie sesión de nuevo y repítalo.',
    other: 'No se ha podido hacer. Empiece de nuevo.',
  },
  signIn: {
    goOnTo: 'Continuar a {place}',
    signOut: 'Cerrar sesión',
    yourPassword: 'Su contraseña',
    noPassword: '¿Sin contraseña, o la ha olvidado?',
    linkGoes:
      'Se envía un enlace a esta dirección si tiene una cuenta. Ábralo en este navegador.',
    mailLink: 'Enviarme un enlace',
    noMail:
      '¿No llega el correo? Quien administra esta instalación crea un enlace con {command} y su dirección. Los programas envían en cambio un token de API.',
    withProvider: 'Iniciar sesión con {provider}',
    addressProblem: 'Escriba la dirección completa, por ejemplo {example}.',
    passwordProblem:
      'Esta dirección y esta contraseña no corresponden. Inténtelo otra vez, o pida un enlace por correo.',
    passkeyProblem:
      'Esta clave de acceso no se conoce aquí, o la respuesta llegó tarde. Inténtelo otra vez o de otra forma.',
    usePasskey: 'Iniciar sesión con una clave de acceso',
    passkeyFailed: 'No ha funcionado. Inténtelo otra vez o de otra forma.',
    mailed:
      'Si la dirección tiene una cuenta, o puede tenerla, hay un enlace en camino. Funciona una vez, durante 15 minutos y solo en este navegador.',
    notMailed:
      '¿No ha llegado nada en unos minutos? Mire en el correo no deseado, o pruebe con la dirección por la que se le conoce aquí.',
    tooMany: 'Demasiados intentos',
    tooManyText:
      'Desde su red se ha intentado iniciar sesión demasiadas veces. Espere un cuarto de hora e inténtelo de nuevo.',
    signInAs: 'Iniciar sesión como {name}',
    wantsSso: '{organization} quiere que usted use su inicio de sesión único.',
    toSso: 'Continuar al inicio de sesión único de {organization}',
    onlyIfAsked:
      'Inicie sesión solo si usted ha pedido este enlace, y en su propio dispositivo.',
    linkGone:
      'Puede que ya se haya usado, que tenga más de 15 minutos o que no se haya copiado entero. Un enlace de un correo funciona solo en el navegador que lo pidió.',
    linkGoneHelp: 'Pida uno nuevo donde inicia sesión, o a quien le dio el enlace.',
  },
  code: {
    title: 'Su código',
    label: 'El código que su aplicación muestra ahora',
    hint: 'Sin la aplicación, escriba uno de sus códigos de recuperación.',
    neither:
      '¿Ni aplicación ni códigos? Quien administra esta instalación crea un enlace que abre su sesión, con {command} y su dirección.',
    problem:
      'Este código es incorrecto, demasiado antiguo o ya se ha usado. Pruebe con el siguiente.',
  },
  methods: {
    link: 'Un enlace que llega por correo',
    password: 'Su contraseña',
    passkey: 'Una clave de acceso',
    provider: 'Un proveedor de identidad',
    onDevice: '{way}, {device}',
    singleSignOn: 'Inicio de sesión único de {organization}: {provider}',
    since: 'Desde {day}',
    lastUsed: 'Desde {day}, usado por última vez {lastDay}',
    reach:
      'Abre su sesión solo en {organization}, y no da acceso al resto de su cuenta. Una vez quitado, le preguntará antes de abrir su sesión otra vez. Usted sigue siendo miembro; si la organización exige el inicio de sesión único, solo entonces vuelve a tener acceso.',
    remove: 'Quitar: {way}',
    signInAgain:
      'Para cambiar algo, {link}: no deben haber pasado más de 10 minutos desde entonces.',
    signInAgainLink: 'inicie sesión otra vez',
    needsProof:
      'Un proveedor de identidad tiene que decir cuándo le pidió una prueba: si no lo dice, use otra forma.',
    isOff:
      'Esta forma de iniciar sesión está desactivada aquí y no abre la sesión de nadie. Si se volviera a activar, abriría la suya como antes.',
    mailAddress: 'Su dirección de correo',
    afterChange:
      'Un cambio cierra sus sesiones en todos los demás navegadores, y recibe un correo al respecto.',
    connectWith: 'Conectar con {provider}',
    changePasswordTitle: 'Cambiar su contraseña',
    setPasswordTitle: 'Establecer una contraseña',
    newPassword: 'Contraseña nueva',
    passwordRule:
      'Al menos 12 caracteres: van bien varias palabras que no tengan nada que ver entre sí.',
    changePassword: 'Cambiar contraseña',
    setPassword: 'Establecer contraseña',
    addPasskey: 'Añadir una clave de acceso',
    passkeyText:
      'Este dispositivo, su teléfono o una llave de seguridad abre entonces su sesión, con el dedo, la cara o un código.',
    passkeyFailed: 'No ha funcionado. Inténtelo otra vez.',
  },
  passwordProblems: {
    short: 'La contraseña debe tener al menos {count} caracteres.',
    long: 'La contraseña debe tener como máximo {count} caracteres.',
    unreadable: 'La contraseña contiene algo que no es un carácter.',
    common:
      'Mucha gente usa esta contraseña, y es de las primeras que se adivinan: tome varias palabras que no tengan nada que ver entre sí.',
  },
  factor: {
    title: 'Segundo factor',
    isSet:
      'Tras su contraseña o un enlace por correo se le pide un código de su aplicación, desde {day}. Códigos de recuperación restantes: {count}.',
    isNotSet:
      'Con él, tras su contraseña o un enlace por correo se le pide un código que muestra una aplicación. Las claves de acceso no lo necesitan.',
    newCodes: 'Nuevos códigos de recuperación',
    changeApp: 'Cambiar de aplicación',
    remove: 'Quitar el segundo factor',
    set: 'Configurar un segundo factor',
    read: 'Haga que una aplicación de códigos lea esta imagen, o {link} si la aplicación está en este dispositivo.',
    readLink: 'ábrala aquí',
    qrCode: 'Código QR con el secreto que figura debajo como texto',
    secret: 'O escriba allí este secreto',
    code: 'El código que la aplicación muestra ahora',
    confirm: 'Configurar el segundo factor',
    backUnchanged: 'Volver, sin cambios',
    problem:
      'Este no es el código que una aplicación con este secreto muestra ahora. Compruebe el reloj del dispositivo y pruebe con el siguiente.',
    codesTitle: 'Sus códigos de recuperación',
    codesText:
      'Cada uno abre su sesión una vez cuando no tiene su aplicación. Los anteriores ya no sirven.',
    codes: 'Códigos de recuperación',
    codesOnce: 'Imprímalos o cópielos ahora. Se muestran solo esta vez.',
    codesKept: 'Los he guardado',
  },
  email: {
    title: 'Su dirección de correo',
    has: 'Su cuenta tiene la dirección {email}.',
    becomes: 'Debe pasar a ser {email}',
    linksSent:
      'Se ha enviado un enlace a cada una de las dos direcciones. Abra los dos en un navegador que tenga aquí la sesión iniciada, y confirme las direcciones antes del {time}.',
    formerConfirmed: 'La dirección que tiene ahora: confirmada.',
    formerWaits: 'La dirección que tiene ahora: sin confirmar todavía.',
    newConfirmed: 'La nueva: confirmada.',
    newWaits: 'La nueva: sin confirmar todavía.',
    keep: 'Conservar la dirección',
    signInAgain:
      'Para cambiarla, {link}: no deben haber pasado más de 10 minutos desde entonces.',
    newAddress: 'Dirección de correo nueva',
    change: 'Cambiar',
    tooManyChanges:
      'Hoy se ha querido cambiar la dirección de correo demasiadas veces: cada vez se envían correos. No se ha empezado nada: inténtelo mañana.',
    confirmTitle: '¿Cambiar su dirección de correo?',
    confirmText: 'Su cuenta tiene la dirección {former}, y debe pasar a tener {email}.',
    confirm: 'Confirmar',
    confirmHint:
      'Confirme solo lo que haya empezado usted. Hay que confirmar las dos direcciones.',
    waitingTitle: 'Esta dirección está confirmada',
    waiting:
      'Abra ahora el enlace del correo enviado a la otra dirección, en un navegador con la sesión de la cuenta iniciada.',
    doneTitle: 'Su dirección de correo ha cambiado',
    done: 'A partir de ahora su cuenta tiene la dirección {email}. Se ha cerrado la sesión en todos los demás navegadores, y las dos direcciones reciben un correo al respecto.',
    takenTitle: 'Otra cuenta tiene esta dirección',
    taken:
      'Entretanto se ha dado a otra cuenta, y una dirección pertenece a una sola. No se ha cambiado nada.',
    notHereTitle: 'Inicie sesión primero',
    notHere:
      'Este enlace funciona en un navegador con la sesión iniciada en la cuenta cuya dirección debe cambiar, y en la cuenta entera.',
    notHereLink: 'Iniciar sesión y volver aquí',
    notHereHint: 'Si no ha empezado usted esto, no haga nada: no ocurre nada.',
    withdrawTitle: '¿No ha sido usted?',
    withdraw:
      'Entonces otra persona ha iniciado sesión en su cuenta. La dirección se queda como está, y se cierran todas las sesiones de la cuenta.',
    withdrawButton: 'Conservar la dirección y cerrar todas las sesiones',
    withdrawnTitle: 'La dirección se queda como está',
    withdrawn:
      'Ya no hay ninguna sesión abierta en la cuenta. {link} y cambie cómo inicia sesión. Quite los tokens de API que no conozca.',
    withdrawnLink: 'Inicie sesión',
    over: 'Puede que ya se haya usado, que tenga más de un día o que no se haya copiado entero. También puede que el cambio al que pertenece se haya retirado, o que lo haya sustituido otro.',
  },
  signUp: {
    title: 'Abrir su cuenta',
    address: 'Su cuenta tendrá la dirección {email}.',
    open: 'Abrir cuenta',
    onlyIfAsked:
      'Ábrala solo si usted ha pedido este enlace, y en su propio dispositivo.',
    over: 'Puede que ya se haya usado o que tenga más de 15 minutos. Funciona solo en el navegador que lo pidió.',
    askAgain: 'Pedir uno nuevo',
  },
  welcome: {
    title: 'Le damos la bienvenida a Lectern',
    waiting: 'Su cuenta le espera. Compruebe su nombre y será suya.',
    confirm: 'Confirmar',
    choose: 'Elija un nombre y su cuenta estará lista.',
    openAndJoin: 'Abrir cuenta y unirse',
    address: 'Su dirección: {email}',
    haveAccount: 'Ya tiene una cuenta. Se une como {name}, {email}.',
    join: 'Unirse',
    joinTitle: 'Unirse a {organization}',
    invited: 'Tiene una invitación para unirse a {organization} en Lectern.',
    invitedBy: '{inviter} le invita a unirse a {organization} en Lectern.',
    accountReady: 'Su cuenta está lista',
    member: 'Es miembro de {organization}',
    closePage: 'Puede cerrar esta página.',
    toSso:
      'A partir de ahora inicia sesión con su inicio de sesión único. Hasta que lo haga una vez, no ve nada en ella.',
    toSsoLink: 'Continuar al inicio de sesión único',
    signedIn:
      'Ha iniciado sesión con este navegador. {link}, por ejemplo con una contraseña o una clave de acceso.',
    signedInLink: 'Elija cómo iniciará sesión a partir de ahora',
    firstToken:
      'Este es su primer token de API. Con él, los programas actúan en su nombre: guárdelo como una contraseña.',
    token: 'Su token',
    tokenOnce: 'Cópielo ahora. Se muestra solo esta vez.',
    example: 'Pruébelo en un terminal',
    gone: 'Puede que ya se haya usado, que haya caducado, que lo haya sustituido otro más reciente o que no se haya copiado entero.',
    goneHelp:
      'Busque un correo más reciente, o vuelva a abrir el enlace desde el correo. Si no sirve, pida otra invitación a quien le invitó. Si acaba de usar este enlace, su cuenta está lista y aquí no queda nada por hacer.',
  },
  firstRun: {
    text: 'Aquí nadie tiene cuenta todavía. Cree la primera: es la que administra.',
    addressHint: 'Con ella inicia sesión. Asegúrese de que recibe su correo.',
    addressProblem: 'Esto no es una dirección de correo.',
    organization: 'Su organización',
    organizationHint: 'Cómo se llama. Puede cambiarlo más adelante.',
    organizationProblem: 'Un título tiene entre 2 y 255 caracteres.',
    make: 'Crear la cuenta',
    over: 'Crea la primera cuenta de este servidor, una vez y en el plazo de un día. Puede que tampoco se haya copiado entero.',
    overHelp:
      'Si nadie tiene cuenta todavía, reinicie la API: escribe otro enlace en su registro. Si acaba de usar este enlace, su cuenta está lista: {link}.',
    overLink: 'inicie sesión',
  },
  site: {
    forMembers: 'Este sitio es para miembros',
    noSiteTitle: 'Aquí no hay nada en que iniciar sesión',
    noSite:
      'Nadie inicia sesión en esta dirección, o ya no. Vuelva a abrir la página que quiere leer.',
    waysIn:
      'Inicie sesión para leerlo, como miembro de la organización a la que pertenece.',
    needsSsoTitle: 'Inicie sesión una vez más',
    needsSso:
      'La organización a la que pertenece este sitio quiere que sus miembros usen su inicio de sesión único.',
    signedInAs: 'Ha iniciado sesión como {name} ({email}).',
    notForYou:
      'Esa cuenta no es, o ya no es, miembro de la organización a la que pertenece el sitio. Pregunte a quien la administra.',
    asSomebodyElse: 'Iniciar sesión como otra persona',
    suspended:
      'Su pertenencia a la organización de este sitio está suspendida. Pregunte a quien la administra.',
    goOn: 'Continuar al sitio',
  },
  provider: {
    unknown: 'Esta instalación no conoce ese proveedor de identidad.',
    ledHere: 'Otro sitio web le ha traído aquí.',
    tellOperator:
      'Si vuelve a ocurrir, diga a quien administra esta instalación lo que pone esta página.',
    gone: 'Este inicio de sesión no se empezó en este navegador, tardó demasiado o ya ha terminado.',
    whichAccount: '¿Cuál es su cuenta?',
    notConnected:
      '{provider} dice que usted es {knownAs}. Todavía no hay ninguna cuenta conectada con eso.',
    signInFirst:
      'Si tiene una cuenta, inicie sesión en ella en este navegador. Después volverá aquí para conectarla.',
    signInToAccount: 'Iniciar sesión en su cuenta',
    openWith: 'Si no tiene ninguna, abra una con la dirección {email}.',
    open: 'Abrir una cuenta',
    halfAnHour: 'Esta página funciona durante media hora.',
    connectTitle: 'Conectar {provider}',
    connects:
      '{provider} dice que usted es {knownAs}. A partir de ahora eso abre la sesión de la cuenta de {name}, {email}.',
    connect: 'Conectar',
    connectHint:
      'Cierra sus sesiones en todos los demás navegadores, y recibe un correo al respecto. Si en {provider} no es usted, cierre la página.',
  },
  providerRefusals: {
    away: 'No se puede llegar al proveedor, o no responde como debe. Inténtelo dentro de unos minutos, o inicie sesión de otra forma.',
    denied: 'El proveedor no le ha dejado entrar, o usted no ha continuado allí.',
    settings:
      'El proveedor no conoce esta instalación: su identificador de cliente o su secreto es incorrecto o ha caducado.',
    answer:
      'La respuesta del proveedor no demuestra quién es usted: era para otro inicio de sesión u otro servicio, es demasiado antigua o no está firmada como debe.',
  },
  sso: {
    signInTo: 'Iniciar sesión en {organization}',
    noProvider:
      'Esta organización no existe, o no tiene inicio de sesión único. También puede haber cambiado de proveedor de identidad: empiece en la dirección que le den sus administradores.',
    tellAdmin:
      'Si vuelve a ocurrir, diga a quien administra su organización lo que pone esta página.',
    gone: 'Este inicio de sesión no se empezó en este navegador, tardó más de diez minutos o ya ha terminado. Los que empiezan en el proveedor de identidad no funcionan: empiezan aquí.',
    suspended:
      'Su pertenencia a {organization} está suspendida. Pregunte a quien la administra.',
    changedEnough:
      'Hoy se han cambiado tantas veces las formas de iniciar sesión de su cuenta que no se le avisaría por correo de otro cambio. No se ha cambiado nada: inténtelo mañana.',
    noAddress:
      'Todavía no tiene cuenta, y el proveedor de identidad no dice su dirección de correo. Quien lo administra tiene que hacer que envíe la dirección como identificador de nombre, o como un atributo llamado {attribute}.',
    tooManyToday:
      'El proveedor de identidad de {organization} ha traído hoy a todas las personas nuevas que puede en un día. Vuelva mañana, o pida a quien la administra una invitación por correo.',
    mailed:
      '{organization} dice que usted es {email}. Hemos enviado un enlace a esta dirección para ver que es suya: ábralo en este navegador. Funciona una vez, durante 15 minutos.',
    mailedHaveAccount:
      'Si tiene una cuenta con esta dirección, puede {link}, y después volverá aquí.',
    mailedLink: 'iniciar sesión en ella',
    notMailed:
      '¿No ha llegado nada en unos minutos? Mire en el correo no deseado, o empiece de nuevo.',
    opens:
      '{organization} dice que usted es {email}. Esta dirección todavía no tiene cuenta: se crea una para ella, y {organization} puede abrir desde ahora su sesión con ella, en esta organización y en ningún otro sitio.',
    asks: '{organization} dice que usted es {email}. Desde ahora puede abrir su sesión con esta cuenta, en esta organización y en ningún otro sitio.',
    thenSignedIn:
      'Este navegador tendrá entonces la sesión abierta solo en {organization}.',
    ifNotBegun: 'Si no ha empezado a iniciar sesión, cierre la página.',
    ifUnknown: 'Si no conoce esta organización, cierre la página.',
    replaces:
      'Este navegador ya tiene una sesión abierta. Termina, y después tiene la sesión abierta solo en {organization}.',
  },
  ssoRefusals: {
    unreadable: 'No se ha podido leer la respuesta del proveedor de identidad.',
    structure:
      'La respuesta del proveedor de identidad no está construida como debe: tiene que contener una aserción, y firmas solo de esta aserción o de toda la respuesta.',
    encrypted:
      'El proveedor de identidad cifra sus aserciones, y este servidor no tiene clave para ellas. Desactive allí el cifrado, o actívelo aquí en los ajustes.',
    unopened:
      'El proveedor de identidad ha cifrado su aserción para otra clave que la que tiene este servidor. Quien administra tiene que darle el certificado de los ajustes.',
    cipher:
      'El proveedor de identidad cifra de una forma que no se acepta. Tiene que usar AES-GCM con 128 o 256 bits, y RSA-OAEP con SHA-1 (rsa-oaep-mgf1p) para la clave.',
    algorithm:
      'El proveedor de identidad firma de una forma que no se acepta. Tiene que usar RSA con SHA-256 o SHA-512, y canonización exclusiva.',
    signature:
      'La firma del proveedor de identidad no corresponde a su certificado. Si tiene un certificado nuevo, quien administra debe ponerlo en los ajustes.',
    status: 'El proveedor de identidad no le ha dejado entrar.',
    issuer:
      'La respuesta viene de otro proveedor de identidad que el de los ajustes: los identificadores de entidad son distintos.',
    audience: 'La respuesta es para otro servicio: la audiencia es distinta.',
    destination: 'La respuesta era para otra dirección que esta.',
    request:
      'La respuesta no corresponde a ningún inicio de sesión empezado aquí en los últimos diez minutos y con los ajustes actuales del proveedor, o ya se ha usado.',
    time: 'La respuesta no es válida a esta hora. Si sigue así, el reloj del proveedor de identidad está mal.',
    subject:
      'La respuesta no dice de forma duradera quién es usted: el proveedor tiene que enviar un identificador de nombre que no sea transitorio.',
  },
  mails: {
    signUp: 'Abra su cuenta de Lectern',
    validity:
      'El enlace funciona una vez, durante 15 minutos y solo en el navegador que lo pidió.',
    unexpected:
      'Si no lo ha pedido, no haga caso: no ocurre nada hasta que el enlace se abra allí.',
  },
}
