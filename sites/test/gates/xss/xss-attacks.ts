/** Attacks as HTML; each calls `alert` if anything of it runs. */
export const htmlAttacks: readonly string[] = [
  // Scripts.
  '<script>alert(1)</script>',
  '<ScRiPt >alert(1)</sCrIpT >',
  '<script/x>alert(1)</script>',
  '<script src="data:text/javascript,alert(1)"></script>',
  '<script type="module">alert(1)</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<script>/*</script><script>*/alert(1)</script>',
  '<script nonce="">alert(1)</script>',
  '<script>import("data:text/javascript,alert(1)")</script>',
  '</title><script>alert(1)</script>',
  '</textarea><script>alert(1)</script>',
  '</style><script>alert(1)</script>',
  '--><script>alert(1)</script><!--',
  ']]><script>alert(1)</script>',
  '"><script>alert(1)</script>',
  "'><script>alert(1)</script>",
  '`><script>alert(1)</script>',
  '</code></pre><script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '{"@context":"</script><script>alert(1)</script>"}',
  // Handlers.
  '<img src=x onerror=alert(1)>',
  '<img/src=x/onerror=alert(1)>',
  '<img src=x onerror="&#97;lert(1)">',
  '<img src onerror=alert`1`>',
  '<img src=x:x onerror\u000c=alert(1)>',
  '<IMG SRC=x ONERROR=alert(1)',
  '<img """><img src=x onerror=alert(1)>',
  '<image src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg/onload=alert(1)//',
  '<svg><script>alert(1)</script></svg>',
  '<svg><script href="data:text/javascript,alert(1)"></script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><set onbegin=alert(1) attributeName=x>',
  '<svg><a xlink:href="javascript:alert(1)"><text y=20>x</text></a></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg><image href=x onerror=alert(1) /></svg>#x">',
  '<svg><foreignObject><img src=x onerror=alert(1)></foreignObject></svg>',
  '<body onload=alert(1)>',
  '<body onpageshow=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<select autofocus onfocus=alert(1)>',
  '<textarea autofocus onfocus=alert(1)>',
  '<a href="#" id=x tabindex=1 autofocus onfocus=alert(1)>x</a>',
  '<details open ontoggle=alert(1)>',
  '<video src=x onerror=alert(1)></video>',
  '<video><source onerror=alert(1) src=x></video>',
  '<audio src=x onerror=alert(1)>',
  '<object data=x onerror=alert(1)>',
  '<link rel=stylesheet href=x onerror=alert(1)>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<style onload=alert(1)></style>',
  '<div onpointerenter=alert(1) style="position:fixed;inset:0">x</div>',
  '<div onclick=alert(1) data-press>x</div>',
  '<button onclick=alert(1)>x</button>',
  '<p style="animation:x 1s" onanimationstart=alert(1)><style>@keyframes x{}</style>',
  '<iframe onload=alert(1)></iframe>',
  '<lectern-tabs onclick=alert(1) data-press>x</lectern-tabs>',
  // Frames and plug-ins.
  '<iframe src="javascript:parent.alert(1)"></iframe>',
  '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  '<iframe srcdoc="&lt;img src=x onerror=parent.alert(1)&gt;"></iframe>',
  '<object data="javascript:parent.alert(1)"></object>',
  '<object data="data:text/html,<script>parent.alert(1)</script>"></object>',
  '<embed src="javascript:parent.alert(1)">',
  '<frameset><frame src="javascript:parent.alert(1)"></frameset>',
  // Where links and forms lead.
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="java&Tab;script:alert(1)">x</a>',
  '<a href="java&NewLine;script&colon;alert(1)">x</a>',
  '<a href="&#x6A;avascript:alert(1)">x</a>',
  '<form action="javascript:alert(1)"><button>x</button></form>',
  '<form><button formaction="javascript:alert(1)">x</button></form>',
  '<form id=f></form><button form=f formaction="javascript:alert(1)">x</button>',
  '<math><maction actiontype="statusline#x" xlink:href="javascript:alert(1)">x</maction></math>',
  '<math href="javascript:alert(1)">x</math>',
  '<area href="javascript:alert(1)">',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<base href="javascript:/a/-alert(1)///"><a href="../x">x</a>',
  // What parsers read in two ways.
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<svg></p><style><a id="</style><img src=x onerror=alert(1)>">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<!--[if gte IE 4]><script>alert(1)</script><![endif]-->',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?xml version="1.0"?><img src=x onerror=alert(1)>',
  '<template><img src=x onerror=alert(1)></template><img src=x onerror=alert(1)>',
  '<template shadowrootmode=open><img src=x onerror=alert(1)></template>',
  '<table><td background="javascript:alert(1)"><img src=x onerror=alert(1)>',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
  '<plaintext><img src=x onerror=alert(1)>',
  '<a id=alert><a id=alert name=x href="javascript:alert(1)">x</a>',
]

/** Addresses that must not stand in a link or a picture. */
export const urlAttacks: readonly string[] = [
  'javascript:alert(1)',
  ' JAVASCRIPT:alert(1)',
  'java\nscript:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript\u003aalert(1)',
  'javascript&#58;alert(1)',
  'javascript&colon;alert(1)',
  'javascript://example.com/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  'vbscript:msgbox(1)',
  'blob:http://127.0.0.1/x',
  'filesystem:http://127.0.0.1/x',
  'view-source:javascript:alert(1)',
  '//evil.test/x',
  '/\\evil.test/x',
  '\\\\evil.test',
  'https:javascript:alert(1)',
  '?"><script>alert(1)</script>',
  '#"><img src=x onerror=alert(1)>',
  "x' onerror='alert(1)",
  'x" onerror="alert(1)',
]

/** HTML that asks somebody else for something. */
export const leaving: readonly string[] = [
  '<img src="http://evil.test/a">',
  '<link rel="stylesheet" href="http://evil.test/a.css">',
  '<link rel="preload" as="image" href="http://evil.test/a.png">',
  '<script src="http://evil.test/a.js"></script>',
  '<iframe src="http://evil.test/"></iframe>',
  '<object data="http://evil.test/"></object>',
  '<video src="http://evil.test/a.mp4" poster="http://evil.test/a.png"></video>',
  '<base href="http://evil.test/"><img src="a.png">',
  '<form action="http://evil.test/"><button>x</button></form>',
  '<div style="background:url(http://evil.test/a)">x</div>',
  '<svg><image href="http://evil.test/a"/></svg>',
]

const formulas: readonly string[] = [
  '\\href{javascript:alert(1)}{x}',
  '\\url{javascript:alert(1)}',
  '\\htmlStyle{background:url(javascript:alert(1))}{x}',
  '\\htmlData{onclick=alert(1)}{x}',
  '\\includegraphics{javascript:alert(1)}',
  '\\text{</annotation></semantics></math><img src=x onerror=alert(1)>}',
]

/** What a text can be: whatever shows it must show it as text. */
export const attacks: readonly string[] = [
  ...htmlAttacks,
  ...urlAttacks,
  ...formulas,
  '{{constructor.constructor("alert(1)")()}}',
  '${alert(1)}',
  '<%= alert(1) %>',
  "';alert(1)//",
  '\\";alert(1)//',
  '\u2028alert(1)\u2029',
  '\u202Eevil\u0000\uD800',
]

/** The beginnings of addresses of videos, which pages play in a frame. */
const videos: readonly string[] = [
  'https://youtu.be/aqz-KE-bpKQ?x=',
  'https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=',
  'https://vimeo.com/76979871?h=',
  'https://www.loom.com/share/0123456789abcdef0123456789abcdef?sid=',
]

/** Markdown in which an attack stands wherever it can. */
export const markdownTraps: readonly ((attack: string) => string)[] = [
  (attack) => `${attack}\n`,
  (attack) => `# ${attack}\n\n## ${attack}\n`,
  (attack) => `[link](<${attack}>) ![picture](<${attack}> "${attack}")\n`,
  (attack) => `[link](${attack}) <${attack}>\n`,
  (attack) => `[link][1] ![x][1]\n\n[1]: ${attack} '${attack}'\n`,
  (attack) => `\`\`\`${attack}\n${attack}\n\`\`\`\n`,
  (attack) =>
    `{% code title="${attack}" lineNumbers="${attack}" %}\n\`\`\`js\n${attack}\n\`\`\`\n{% endcode %}\n`,
  (attack) => `{% hint style="${attack}" icon="${attack}" %}\n${attack}\n{% endhint %}\n`,
  (attack) =>
    `\`\`\`mermaid\nflowchart LR\n  accTitle: ${attack}\n  A[${attack}]\n\`\`\`\n`,
  (attack) => `{% embed url="${attack}" %}\n${attack}\n{% endembed %}\n`,
  ...videos.map(
    (url) => (attack: string) =>
      `{% embed url="${url}${attack}" %}\n${attack}\n{% endembed %}\n`,
  ),
  (attack) =>
    `{% tabs %}\n{% tab title="${attack}" icon="${attack}" %}\n${attack}\n{% endtab %}\n{% endtabs %}\n`,
  (attack) => `| ${attack} | b |\n| --- | --- |\n| ${attack} | [x](${attack}) |\n`,
  (attack) => `$$${attack}$$\n\n$$\n${attack}\n$$\n`,
  (attack) => `- [ ] ${attack}\n- ${attack}\n\n> ${attack}\n\n1. ${attack}\n`,
  (attack) =>
    `<figure><img src="${attack}" alt="${attack}"><figcaption>${attack}</figcaption></figure>\n`,
  (attack) => `<a href="${attack}" class="button" onclick="${attack}">${attack}</a>\n`,
  (attack) => `<details>\n<summary>${attack}</summary>\n\n${attack}\n\n</details>\n`,
  (attack) =>
    `<table data-view="cards"><thead><tr><th>${attack}</th><th data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td>${attack}</td><td><a href="${attack}">x</a></td></tr></tbody></table>\n`,
  (attack) =>
    `<mark style="color:${attack};">x</mark> <span style="${attack}">x</span>\n`,
  (attack) =>
    `{% file src="${attack}" %}\n${attack}\n{% endfile %}\n\n{% content-ref url="${attack}" %}\n[${attack}](${attack})\n{% endcontent-ref %}\n`,
  (attack) =>
    `{% stepper %}\n{% step %}\n## ${attack}\n${attack}\n{% endstep %}\n{% endstepper %}\n`,
  (attack) =>
    `{% include "${attack}" %}\n\n{{ ${attack} }} <code class="expression">${attack}</code>\n`,
  (attack) =>
    `:${attack}: <i class="${attack}"></i> <kbd>${attack}</kbd> ~~${attack}~~ **${attack}**\n`,
  (attack) =>
    `---\ntitle: ${attack}\ndescription: ${attack}\nicon: ${attack}\n---\n\n${attack}\n`,
  (attack) =>
    `{% updates %}\n{% update date="${attack}" tags="${attack}" %}\n## ${attack}\n{% endupdate %}\n{% endupdates %}\n`,
]
