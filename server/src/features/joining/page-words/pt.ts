import type { Words } from './en.ts'

export const pt: Words = {
  common: {
    language: 'Idioma',
    errorIn: 'Erro: {title}',
    signIn: 'Entrar',
    goOn: 'Continuar',
    beginAgain: 'Começar de novo',
    back: 'Voltar',
    signInToLectern: 'Entrar no Lectern',
    signedIn: 'Você entrou',
    notSignedIn: 'Você não entrou',
    linkDoesNotWork: 'Este link não funciona',
    whatYouCanDo: 'O que você pode fazer',
    didNotWork: 'Não deu certo',
    howYouSignIn: 'Como você entra',
    yourName: 'Seu nome',
    yourAddress: 'Seu endereço de e-mail',
    nameSeen: 'Outras pessoas das suas organizações o veem. No máximo 64 caracteres.',
    nameProblem: 'Um nome tem de 1 a 64 caracteres.',
    closeThePage: 'Se você não queria entrar agora, feche a página.',
    signedInAs:
      'Este navegador está com a sessão de {name}, {email}. Ela termina quando você entra aqui como outra pessoa.',
    lookIntoMail: 'Veja seu e-mail',
    nothingHere: 'Não há nada aqui com que entrar',
  },
  failures: {
    tooManyRequests:
      'Vieram pedidos demais da sua rede. Espere {time} e abra o link de novo.',
    unreadable: 'Não foi possível ler o formulário. Volte e envie-o de novo.',
    ours: 'Algo deu errado do nosso lado. Abra o link de novo em instantes; se continuar assim, informe ao operador o número do pedido: {id}.',
    crossSite:
      'Este formulário não veio de uma página deste servidor. Abra a página mais uma vez e envie o formulário de lá.',
    methodNeeded:
      'Esta forma de entrar não pode ser removida: é a única da sua conta, ou esta instalação a tem para todos. Adicione outra antes.',
    tooManyPasskeys:
      'Sua conta tem todas as chaves de acesso que pode ter. Remova uma que não é mais usada.',
    tooManyIdentities:
      'Sua conta está conectada a todos os provedores de identidade que pode ter. Remova um que não é mais usado.',
    identityTaken:
      'Esta identidade acabou de ser conectada a outra conta, por isso não está conectada a esta. Entre com ela para ver a que conta ela pertence.',
    tooManyChanges:
      'As formas de entrar na sua conta mudaram vezes demais hoje: cada mudança é avisada por e-mail. Nada foi mudado: tente amanhã.',
    emailUnchanged:
      'Sua conta já tem este endereço de e-mail. Digite o que ela deve ter.',
    codeWrong:
      'O código não é o que um aplicativo com este segredo mostra agora, ou a oferta tem mais de 15 minutos. Comece de novo.',
    noSecondFactor:
      'Sua conta não tem segundo fator, e só com ele há códigos de recuperação. Configure-o antes.',
    passkeyNotAdded:
      'A chave de acesso não foi adicionada: a resposta não estava certa ou chegou tarde.',
    signInAgain:
      'Isto precisa de um navegador em que você entrou nos últimos 10 minutos. Entre de novo e repita.',
    other: 'Não foi possível fazer isto. Comece de novo.',
  },
  signIn: {
    goOnTo: 'Continuar para {place}',
    signOut: 'Sair',
    yourPassword: 'Sua senha',
    noPassword: 'Sem senha, ou esqueceu?',
    linkGoes:
      'Um link vai para este endereço, se ele tiver uma conta. Abra-o neste navegador.',
    mailLink: 'Enviar um link por e-mail',
    noMail:
      'O e-mail não chega? Quem opera esta instalação cria um link com {command} e seu endereço. Programas enviam um token de API em vez disso.',
    withProvider: 'Entrar com {provider}',
    addressProblem: 'Digite o endereço inteiro, como {example}.',
    passwordProblem:
      'Este endereço e esta senha não combinam. Tente de novo, ou peça um link por e-mail.',
    passkeyProblem:
      'Esta chave de acesso não é conhecida aqui, ou a resposta chegou tarde. Tente de novo, ou de outra forma.',
    usePasskey: 'Entrar com uma chave de acesso',
    passkeyFailed: 'Não deu certo. Tente de novo, ou de outra forma.',
    mailed:
      'Se o endereço tem uma conta, ou pode ter, um link está a caminho. Ele funciona uma vez, por 15 minutos, e só neste navegador.',
    notMailed:
      'Nada depois de alguns minutos? Veja no spam, ou tente mais uma vez com o endereço pelo qual você é conhecido aqui.',
    tooMany: 'Tentativas demais',
    tooManyText:
      'Tentaram entrar vezes demais a partir da sua rede. Espere um quarto de hora e tente de novo.',
    signInAs: 'Entrar como {name}',
    wantsSso: '{organization} quer que você entre com o login único dela.',
    toSso: 'Continuar para o login único de {organization}',
    onlyIfAsked: 'Entre só se você pediu este link, e no seu próprio dispositivo.',
    linkGone:
      'Ele pode já ter sido usado, ter mais de 15 minutos ou não ter sido copiado inteiro. Um link de um e-mail funciona só no navegador que o pediu.',
    linkGoneHelp: 'Peça um novo onde você entra, ou a quem lhe deu o link.',
  },
  code: {
    title: 'Seu código',
    label: 'O código que seu aplicativo mostra agora',
    hint: 'Sem o aplicativo, digite um dos seus códigos de recuperação.',
    neither:
      'Nem aplicativo nem códigos? Quem opera esta instalação cria um link que faz você entrar, com {command} e seu endereço.',
    problem: 'Este código está errado, é antigo demais ou já foi usado. Tente o próximo.',
  },
  methods: {
    link: 'Um link que chega por e-mail',
    password: 'Sua senha',
    passkey: 'Uma chave de acesso',
    provider: 'Um provedor de identidade',
    onDevice: '{way}, {device}',
    singleSignOn: 'Login único de {organization}: {provider}',
    since: 'Desde {day}',
    lastUsed: 'Desde {day}, último uso em {lastDay}',
    reach:
      'Ele faz você entrar só em {organization}, e não dá acesso ao resto da sua conta. Removido, ele pergunta antes de fazer você entrar de novo. Você continua membro; onde a organização exige o login único, só então volta a ter acesso.',
    remove: 'Remover: {way}',
    signInAgain: 'Para mudar algo, {link}: isso não pode ter mais de 10 minutos.',
    signInAgainLink: 'entre de novo',
    needsProof:
      'Um provedor de identidade precisa dizer quando pediu uma prova a você: se ele não diz, use outra forma.',
    isOff:
      'Esta forma de entrar está desligada aqui e não faz ninguém entrar. Se fosse ligada de novo, faria você entrar como antes.',
    mailAddress: 'Seu endereço de e-mail',
    afterChange:
      'Uma mudança encerra suas sessões em todos os outros navegadores, e você recebe um e-mail sobre ela.',
    connectWith: 'Conectar com {provider}',
    changePasswordTitle: 'Mudar sua senha',
    setPasswordTitle: 'Definir uma senha',
    newPassword: 'Nova senha',
    passwordRule:
      'No mínimo 12 caracteres: várias palavras que não têm nada a ver umas com as outras são boas.',
    changePassword: 'Mudar senha',
    setPassword: 'Definir senha',
    addPasskey: 'Adicionar uma chave de acesso',
    passkeyText:
      'Este dispositivo, seu telefone ou uma chave de segurança faz então você entrar, com o dedo, o rosto ou um código.',
    passkeyFailed: 'Não deu certo. Tente de novo.',
  },
  passwordProblems: {
    short: 'A senha precisa ter no mínimo {count} caracteres.',
    long: 'A senha pode ter no máximo {count} caracteres.',
    unreadable: 'A senha contém algo que não é um caractere.',
    common:
      'Muita gente usa esta senha, e ela está entre as primeiras a serem adivinhadas: use várias palavras que não têm nada a ver umas com as outras.',
  },
  factor: {
    title: 'Segundo fator',
    isSet:
      'Depois da sua senha ou de um link por e-mail é pedido um código do seu aplicativo, desde {day}. Códigos de recuperação restantes: {count}.',
    isNotSet:
      'Com ele, depois da sua senha ou de um link por e-mail é pedido um código que um aplicativo mostra. Chaves de acesso não precisam dele.',
    newCodes: 'Novos códigos de recuperação',
    changeApp: 'Trocar de aplicativo',
    remove: 'Remover o segundo fator',
    set: 'Configurar um segundo fator',
    read: 'Deixe um aplicativo de códigos ler esta imagem, ou {link} se o aplicativo estiver neste dispositivo.',
    readLink: 'abra-a aqui',
    qrCode: 'Código QR com o segredo que está abaixo como texto',
    secret: 'Ou digite lá este segredo',
    code: 'O código que o aplicativo mostra agora',
    confirm: 'Configurar o segundo fator',
    backUnchanged: 'Voltar, sem mudar nada',
    problem:
      'Este não é o código que um aplicativo com este segredo mostra agora. Confira o relógio do dispositivo e tente o próximo.',
    codesTitle: 'Seus códigos de recuperação',
    codesText:
      'Cada um faz você entrar uma vez quando não está com o aplicativo. Os anteriores não funcionam mais.',
    codes: 'Códigos de recuperação',
    codesOnce: 'Imprima-os ou copie-os agora. São mostrados só desta vez.',
    codesKept: 'Guardei os códigos',
  },
  email: {
    title: 'Seu endereço de e-mail',
    has: 'Sua conta tem o endereço {email}.',
    becomes: 'Ele deve passar a ser {email}',
    linksSent:
      'Um link foi enviado a cada um dos dois endereços. Abra os dois em um navegador em que você entrou aqui, e confirme os endereços até {time}.',
    formerConfirmed: 'O endereço que você tem agora: confirmado.',
    formerWaits: 'O endereço que você tem agora: ainda não confirmado.',
    newConfirmed: 'O novo: confirmado.',
    newWaits: 'O novo: ainda não confirmado.',
    keep: 'Manter o endereço',
    signInAgain: 'Para mudá-lo, {link}: isso não pode ter mais de 10 minutos.',
    newAddress: 'Novo endereço de e-mail',
    change: 'Mudar',
    tooManyChanges:
      'Pediram para mudar o endereço de e-mail vezes demais hoje: a cada vez são enviados e-mails. Nada foi começado: tente amanhã.',
    confirmTitle: 'Mudar seu endereço de e-mail?',
    confirmText: 'Sua conta tem o endereço {former}, e deve passar a ter {email}.',
    confirm: 'Confirmar',
    confirmHint:
      'Confirme só o que você mesmo começou. É preciso confirmar os dois endereços.',
    waitingTitle: 'Este endereço está confirmado',
    waiting:
      'Abra agora o link do e-mail enviado ao outro endereço, em um navegador com a sessão da conta.',
    doneTitle: 'Seu endereço de e-mail mudou',
    done: 'De agora em diante sua conta tem o endereço {email}. As sessões em todos os outros navegadores foram encerradas, e os dois endereços recebem um e-mail sobre isso.',
    takenTitle: 'Outra conta tem este endereço',
    taken:
      'Nesse meio-tempo ele foi dado a outra conta, e um endereço pertence a uma só. Nada foi mudado.',
    notHereTitle: 'Entre primeiro',
    notHere:
      'Este link funciona em um navegador com a sessão da conta cujo endereço deve mudar, e da conta inteira.',
    notHereLink: 'Entrar e voltar aqui',
    notHereHint: 'Se você não começou isto, não faça nada: nada acontece.',
    withdrawTitle: 'Não foi você?',
    withdraw:
      'Então outra pessoa entrou na sua conta. O endereço fica como está, e todas as sessões da conta são encerradas.',
    withdrawButton: 'Manter o endereço e encerrar todas as sessões',
    withdrawnTitle: 'O endereço fica como está',
    withdrawn:
      'Não há mais nenhuma sessão na conta. {link}, e mude como você entra. Remova os tokens de API que você não conhece.',
    withdrawnLink: 'Entre',
    over: 'Ele pode já ter sido usado, ter mais de um dia ou não ter sido copiado inteiro. A mudança à qual ele pertence também pode ter sido cancelada, ou substituída por outra.',
  },
  signUp: {
    title: 'Abrir sua conta',
    address: 'Sua conta terá o endereço {email}.',
    open: 'Abrir conta',
    onlyIfAsked: 'Abra-a só se você pediu este link, e no seu próprio dispositivo.',
    over: 'Ele pode já ter sido usado ou ter mais de 15 minutos. Funciona só no navegador que o pediu.',
    askAgain: 'Pedir um novo',
  },
  welcome: {
    title: 'Boas-vindas ao Lectern',
    waiting: 'Sua conta espera por você. Confira seu nome, e ela é sua.',
    confirm: 'Confirmar',
    choose: 'Escolha um nome, e sua conta está pronta.',
    openAndJoin: 'Abrir conta e participar',
    address: 'Seu endereço: {email}',
    haveAccount: 'Você já tem uma conta. Você participa como {name}, {email}.',
    join: 'Participar',
    joinTitle: 'Participar de {organization}',
    invited: 'Você tem um convite para participar de {organization} no Lectern.',
    invitedBy: '{inviter} convida você a participar de {organization} no Lectern.',
    accountReady: 'Sua conta está pronta',
    member: 'Você é membro de {organization}',
    closePage: 'Você pode fechar esta página.',
    toSso:
      'De agora em diante você entra com o login único dela. Até fazer isso uma vez, você não vê nada nela.',
    toSsoLink: 'Continuar para o login único',
    signedIn:
      'Você entrou com este navegador. {link}, por exemplo com uma senha ou uma chave de acesso.',
    signedInLink: 'Escolha como entrar de agora em diante',
    firstToken:
      'Este é seu primeiro token de API. Com ele, programas agem em seu nome: guarde-o como uma senha.',
    token: 'Seu token',
    tokenOnce: 'Copie-o agora. Ele é mostrado só desta vez.',
    example: 'Experimente em um terminal',
    gone: 'Ele pode já ter sido usado, ter vencido, ter sido substituído por um mais novo ou não ter sido copiado inteiro.',
    goneHelp:
      'Procure um e-mail mais novo, ou abra o link do e-mail mais uma vez. Se não adiantar, peça um novo convite a quem convidou você. Se você acabou de usar este link, sua conta está pronta e não há mais nada a fazer aqui.',
  },
  firstRun: {
    text: 'Ninguém tem conta aqui ainda. Crie a primeira: ela é a administradora.',
    addressHint: 'Você entra com ele. Confira que o e-mail chega a você.',
    addressProblem: 'Isto não é um endereço de e-mail.',
    organization: 'Sua organização',
    organizationHint: 'Como ela se chama. Você pode mudar depois.',
    organizationProblem: 'Um título tem de 2 a 255 caracteres.',
    make: 'Criar a conta',
    over: 'Ele cria a primeira conta deste servidor, uma vez e em até um dia. Também pode não ter sido copiado inteiro.',
    overHelp:
      'Se ninguém tem conta ainda, reinicie a API: ela escreve outro link no seu log. Se você acabou de usar este link, sua conta está pronta: {link}.',
    overLink: 'entre',
  },
  site: {
    forMembers: 'Este site é para membros',
    noSiteTitle: 'Não há nada aqui em que entrar',
    noSite:
      'Ninguém entra neste endereço, ou não mais. Abra mais uma vez a página que você quer ler.',
    waysIn: 'Entre para ler, como membro da organização à qual ele pertence.',
    needsSsoTitle: 'Entre mais uma vez',
    needsSso:
      'A organização à qual este site pertence quer que seus membros entrem com o login único dela.',
    signedInAs: 'Você entrou como {name} ({email}).',
    notForYou:
      'Essa conta não é, ou não é mais, membro da organização à qual o site pertence. Fale com quem a administra.',
    asSomebodyElse: 'Entrar como outra pessoa',
    suspended:
      'Sua participação na organização à qual ele pertence está suspensa. Fale com quem a administra.',
    goOn: 'Continuar para o site',
  },
  provider: {
    unknown: 'Esta instalação não conhece esse provedor de identidade.',
    ledHere: 'Outro site trouxe você aqui.',
    tellOperator:
      'Se acontecer de novo, diga a quem opera esta instalação o que esta página mostra.',
    gone: 'Esta entrada não foi começada neste navegador, demorou demais ou já terminou.',
    whichAccount: 'Qual é a sua conta?',
    notConnected:
      '{provider} diz que você é {knownAs}. Nenhuma conta está conectada a isso ainda.',
    signInFirst:
      'Se você tem uma conta, entre nela neste navegador. Depois você volta aqui para conectá-la.',
    signInToAccount: 'Entrar na sua conta',
    openWith: 'Se você não tem nenhuma, abra uma com o endereço {email}.',
    open: 'Abrir uma conta',
    halfAnHour: 'Esta página funciona por meia hora.',
    connectTitle: 'Conectar {provider}',
    connects:
      '{provider} diz que você é {knownAs}. De agora em diante isso entra na conta de {name}, {email}.',
    connect: 'Conectar',
    connectHint:
      'Isso encerra suas sessões em todos os outros navegadores, e você recebe um e-mail sobre isso. Se não é você em {provider}, feche a página.',
  },
  providerRefusals: {
    away: 'O provedor não pode ser alcançado, ou não responde como deve. Tente em alguns minutos, ou entre de outra forma.',
    denied: 'O provedor não deixou você entrar, ou você não continuou lá.',
    settings:
      'O provedor não conhece esta instalação: o id de cliente ou o segredo dela está errado ou venceu.',
    answer:
      'A resposta do provedor não prova quem você é: era para outra entrada ou outro serviço, é antiga demais ou não está assinada como deve.',
  },
  sso: {
    signInTo: 'Entrar em {organization}',
    noProvider:
      'Esta organização não existe, ou não tem login único. Ela também pode ter mudado de provedor de identidade: comece no endereço que os administradores dão a você.',
    tellAdmin:
      'Se acontecer de novo, diga a quem administra sua organização o que esta página mostra.',
    gone: 'Esta entrada não foi começada neste navegador, demorou mais de dez minutos ou já terminou. Entradas que começam no provedor de identidade não funcionam: elas começam aqui.',
    suspended:
      'Sua participação em {organization} está suspensa. Fale com quem a administra.',
    changedEnough:
      'As formas de entrar na sua conta mudaram tantas vezes hoje que você não receberia e-mail sobre mais uma mudança. Nada foi mudado: tente amanhã.',
    noAddress:
      'Você ainda não tem conta, e o provedor de identidade não diz seu endereço de e-mail. Quem o administra precisa fazê-lo enviar o endereço como id de nome, ou como um atributo chamado {attribute}.',
    tooManyToday:
      'O provedor de identidade de {organization} trouxe hoje tantas pessoas novas quanto pode em um dia. Volte amanhã, ou peça a quem a administra um convite por e-mail.',
    mailed:
      '{organization} diz que você é {email}. Enviamos um link a este endereço, para ver que ele é seu: abra-o neste navegador. Ele funciona uma vez, por 15 minutos.',
    mailedHaveAccount:
      'Se você tem uma conta com este endereço, pode {link}, e depois volta aqui.',
    mailedLink: 'entrar nela',
    notMailed: 'Nada depois de alguns minutos? Veja no spam, ou comece de novo.',
    opens:
      '{organization} diz que você é {email}. Este endereço ainda não tem conta: uma é criada para ele, e de agora em diante {organization} pode fazer você entrar com ela, nesta organização e em nenhum outro lugar.',
    asks: '{organization} diz que você é {email}. De agora em diante ela pode fazer você entrar com esta conta, nesta organização e em nenhum outro lugar.',
    thenSignedIn: 'Este navegador fica então com a sessão só de {organization}.',
    ifNotBegun: 'Se você não começou a entrar, feche a página.',
    ifUnknown: 'Se você não conhece esta organização, feche a página.',
    replaces:
      'Este navegador já tem uma sessão. Ela termina, e depois ele fica com a sessão só de {organization}.',
  },
  ssoRefusals: {
    unreadable: 'Não foi possível ler a resposta do provedor de identidade.',
    structure:
      'A resposta do provedor de identidade não está montada como deve: precisa ter uma asserção, e assinaturas só desta asserção ou da resposta inteira.',
    encrypted:
      'O provedor de identidade criptografa suas asserções, e este servidor não tem chave para elas. Desligue a criptografia lá, ou ligue-a aqui nas configurações.',
    unopened:
      'O provedor de identidade criptografou sua asserção para outra chave que não a deste servidor. Quem administra precisa dar a ele o certificado das configurações.',
    cipher:
      'O provedor de identidade criptografa de uma forma que não é aceita. Precisa usar AES-GCM com 128 ou 256 bits, e RSA-OAEP com SHA-1 (rsa-oaep-mgf1p) para a chave.',
    algorithm:
      'O provedor de identidade assina de uma forma que não é aceita. Precisa usar RSA com SHA-256 ou SHA-512, e canonicalização exclusiva.',
    signature:
      'A assinatura do provedor de identidade não combina com o certificado dele. Se ele tem um certificado novo, quem administra precisa colocá-lo nas configurações.',
    status: 'O provedor de identidade não deixou você entrar.',
    issuer:
      'A resposta vem de outro provedor de identidade que o das configurações: os ids de entidade são diferentes.',
    audience: 'A resposta é para outro serviço: a audiência é diferente.',
    destination: 'A resposta era para outro endereço que não este.',
    request:
      'A resposta não pertence a nenhuma entrada começada aqui nos últimos dez minutos e com as configurações atuais do provedor, ou já foi usada.',
    time: 'A resposta não é válida neste momento. Se continuar assim, o relógio do provedor de identidade está errado.',
    subject:
      'A resposta não diz de forma duradoura quem você é: o provedor precisa enviar um id de nome que não seja transitório.',
  },
  mails: {
    signUp: 'Abra sua conta do Lectern',
    validity: 'O link funciona uma vez, por 15 minutos, e só no navegador que o pediu.',
    unexpected: 'Se você não pediu isto, ignore: nada acontece até o link ser aberto lá.',
  },
}
