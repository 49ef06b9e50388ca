import { merges } from '#test/merge/body-case.ts'

const page = `Welcome to the handbook.

## Install

Run the installer and follow its questions.

## Configure

Open the settings and choose a language.
`

merges('a typo fixed on one side and a paragraph added on the other both arrive', {
  base: page,
  ours: page.replace('follow its questions', 'answer its questions'),
  theirs: `${page}\nRestart the server afterwards.\n`,
  merged: `${page.replace('follow its questions', 'answer its questions')}\nRestart the server afterwards.\n`,
})

merges('two people who fix the same typo in the same way do not get a conflict', {
  base: page,
  ours: page.replace('handbook', 'guide'),
  theirs: page.replace('handbook', 'guide').replace('a language', 'your language'),
  merged: page.replace('handbook', 'guide').replace('a language', 'your language'),
})

merges('edits of neighbouring paragraphs both arrive', {
  base: 'First paragraph of the page.\n\nSecond paragraph of the page.\n',
  ours: 'First paragraph of this page.\n\nSecond paragraph of the page.\n',
  theirs: 'First paragraph of the page.\n\nSecond paragraph of our page.\n',
  merged: 'First paragraph of this page.\n\nSecond paragraph of our page.\n',
})

merges('a heading renamed by one and the text below it edited by the other', {
  base: page,
  ours: page.replace('## Install', '## Set up'),
  theirs: page.replace('Run the installer', 'Start the installer'),
  merged: page
    .replace('## Install', '## Set up')
    .replace('Run the installer', 'Start the installer'),
})

merges('a heading renamed by one and a paragraph put below it by the other', {
  base: page,
  ours: page.replace('## Install', '## Get started'),
  theirs: page.replace('## Install\n', '## Install\n\nThis takes a minute.\n'),
  merged: page.replace('## Install\n', '## Get started\n\nThis takes a minute.\n'),
})

merges(
  'a heading made one level deeper by one and reworded by nobody keeps both changes',
  {
    base: page,
    ours: page.replace('## Configure', '### Configure'),
    theirs: page.replace('Welcome to', 'This is'),
    merged: page
      .replace('## Configure', '### Configure')
      .replace('Welcome to', 'This is'),
  },
)

merges('a section moved by one is edited where it now stands by the other', {
  base: page,
  ours: `Welcome to the handbook.

## Configure

Open the settings and choose a language.

## Install

Run the installer and follow its questions.
`,
  theirs: page.replace('choose a language', 'choose a language and a time zone'),
  merged: `Welcome to the handbook.

## Configure

Open the settings and choose a language and a time zone.

## Install

Run the installer and follow its questions.
`,
})

merges('a paragraph deleted by one stays deleted when the other edits its neighbour', {
  base: page,
  ours: page.replace('Run the installer and follow its questions.\n\n', ''),
  theirs: page.replace('Open the settings', 'Open the preferences'),
  merged: page
    .replace('Run the installer and follow its questions.\n\n', '')
    .replace('Open the settings', 'Open the preferences'),
})

merges('paragraphs added by each side at different places both arrive', {
  base: page,
  ours: page.replace('handbook.\n', 'handbook.\n\nIt is short.\n'),
  theirs: `${page}\nThat is all.\n`,
  merged: `${page.replace('handbook.\n', 'handbook.\n\nIt is short.\n')}\nThat is all.\n`,
})

merges('the same paragraph added by both at the same place arrives once', {
  base: page,
  ours: `${page}\nThat is all there is.\n`,
  theirs: `${page.replace('Welcome', 'Hello and welcome')}\nThat is all there is.\n`,
  merged: `${page.replace('Welcome', 'Hello and welcome')}\nThat is all there is.\n`,
})

merges('different paragraphs deleted by each side are both gone', {
  base: 'One thing to know.\n\nAnother thing to know.\n\nA third thing to know.\n\nThe end of it.\n',
  ours: 'One thing to know.\n\nA third thing to know.\n\nThe end of it.\n',
  theirs: 'One thing to know.\n\nAnother thing to know.\n\nThe end of it.\n',
  merged: 'One thing to know.\n\nThe end of it.\n',
})

merges('a paragraph deleted by both stays deleted when one puts another in its place', {
  base: 'One thing to know.\n\nAsk an owner for a key.\n\nThe end of it.\n',
  ours: 'One thing to know.\n\nThe end of it.\n',
  theirs: 'One thing to know.\n\nNobody pays here.\n\nThe end of it.\n',
  merged: 'One thing to know.\n\nNobody pays here.\n\nThe end of it.\n',
})

const list = `Before you begin:

* Get an account
* Get a token
* Install the client
* Read the terms
`

merges('list items edited by each side both arrive', {
  base: list,
  ours: list.replace('Get an account', 'Get an account from an owner'),
  theirs: list.replace('Read the terms', 'Read and accept the terms'),
  merged: list
    .replace('Get an account', 'Get an account from an owner')
    .replace('Read the terms', 'Read and accept the terms'),
})

merges('neighbouring list items edited by each side both arrive', {
  base: list,
  ours: list.replace('Get an account', 'Get an account from an owner'),
  theirs: list.replace('Get a token', 'Get a token for it'),
  merged: list
    .replace('Get an account', 'Get an account from an owner')
    .replace('Get a token', 'Get a token for it'),
})

merges('a list item added at each end of a list by each side', {
  base: list,
  ours: list.replace('* Get an account', '* Ask your team\n* Get an account'),
  theirs: list.replace('* Read the terms', '* Read the terms\n* Say hello'),
  merged: list
    .replace('* Get an account', '* Ask your team\n* Get an account')
    .replace('* Read the terms', '* Read the terms\n* Say hello'),
})

merges('a list item deleted by one and another edited by the other', {
  base: list,
  ours: list.replace('* Get a token\n', ''),
  theirs: list.replace('Install the client', 'Install the command line client'),
  merged: list
    .replace('* Get a token\n', '')
    .replace('Install the client', 'Install the command line client'),
})

merges('a list put in another order by one and an item edited by the other', {
  base: list,
  ours: `Before you begin:

* Get a token
* Install the client
* Read the terms
* Get an account
`,
  theirs: list.replace('Get an account', 'Get an account from an owner'),
  merged: `Before you begin:

* Get a token
* Install the client
* Read the terms
* Get an account from an owner
`,
})

merges('a task ticked by one and another task reworded by the other', {
  base: '- [ ] Write the draft\n- [ ] Ask for a review\n- [ ] Publish\n',
  ours: '- [x] Write the draft\n- [ ] Ask for a review\n- [ ] Publish\n',
  theirs: '- [ ] Write the draft\n- [ ] Ask for a review\n- [ ] Publish the page\n',
  merged: '- [x] Write the draft\n- [ ] Ask for a review\n- [ ] Publish the page\n',
})

merges('steps renumbered by one and reworded by the other', {
  base: '1. Stop the server\n2. Copy the files\n3. Start the server again\n',
  ours: '1. Stop the server\n2. Make a backup\n3. Copy the files\n4. Start the server again\n',
  theirs: '1. Stop the server\n2. Copy the files\n3. Start the server again and wait\n',
  merged:
    '1. Stop the server\n2. Make a backup\n3. Copy the files\n4. Start the server again and wait\n',
})

merges('a nested item edited by one and its parent item by the other', {
  base: '* Fruit you can buy\n  * Red apples\n  * Green pears\n* Bread\n',
  ours: '* Fruit you can buy here\n  * Red apples\n  * Green pears\n* Bread\n',
  theirs: '* Fruit you can buy\n  * Red apples\n  * Yellow pears\n* Bread\n',
  merged: '* Fruit you can buy here\n  * Red apples\n  * Yellow pears\n* Bread\n',
})

const hint = `{% hint style="info" %}
Make a backup first.

It takes a minute.
{% endhint %}
`

merges('a hint made a warning by one and its text edited by the other', {
  base: hint,
  ours: hint.replace('info', 'warning'),
  theirs: hint.replace('a minute', 'a few minutes'),
  merged: hint.replace('info', 'warning').replace('a minute', 'a few minutes'),
})

merges('different paragraphs of a hint edited by each side', {
  base: hint,
  ours: hint.replace('backup first', 'backup before you begin'),
  theirs: hint.replace('a minute', 'a few minutes'),
  merged: hint
    .replace('backup first', 'backup before you begin')
    .replace('a minute', 'a few minutes'),
})

const tabs = `{% tabs %}
{% tab title="npm" %}
Run npm install in the folder.
{% endtab %}

{% tab title="yarn" %}
Run yarn add in the folder.
{% endtab %}
{% endtabs %}
`

merges('different tabs edited by each side', {
  base: tabs,
  ours: tabs.replace('npm install in', 'npm ci in'),
  theirs: tabs.replace('yarn add in', 'yarn in'),
  merged: tabs.replace('npm install in', 'npm ci in').replace('yarn add in', 'yarn in'),
})

merges('a tab added by one and another renamed by the other', {
  base: tabs,
  ours: tabs.replace(
    '{% endtabs %}',
    '\n{% tab title="pnpm" %}\nRun pnpm add there.\n{% endtab %}\n{% endtabs %}',
  ),
  theirs: tabs.replace('title="npm"', 'title="npm 11"'),
  merged: tabs
    .replace(
      '{% endtabs %}',
      '\n{% tab title="pnpm" %}\nRun pnpm add there.\n{% endtab %}\n{% endtabs %}',
    )
    .replace('title="npm"', 'title="npm 11"'),
})

merges('a quote edited by one and the paragraph after it by the other', {
  base: '> Documentation is a love letter.\n>\n> It goes to your future self.\n\nSo they say.\n',
  ours: '> Documentation is a long love letter.\n>\n> It goes to your future self.\n\nSo they say.\n',
  theirs:
    '> Documentation is a love letter.\n>\n> It goes to your future self.\n\nSo people say.\n',
  merged:
    '> Documentation is a long love letter.\n>\n> It goes to your future self.\n\nSo people say.\n',
})

merges('both paragraphs of one quote edited, one by each side', {
  base: '> Documentation is a love letter.\n>\n> It goes to your future self.\n',
  ours: '> Documentation is a long love letter.\n>\n> It goes to your future self.\n',
  theirs: '> Documentation is a love letter.\n>\n> It goes to your later self.\n',
  merged: '> Documentation is a long love letter.\n>\n> It goes to your later self.\n',
})
