const counted =
  'counts what the caller may see, up to a bound, since no counter knows what that is'
const visible =
  'looks at every space of the organization once, for what the caller may see'
const noIndexOfCounts =
  'no index holds the counts of words, so that they change in place; once for each time a space is indexed'

const filesAmong =
  'probes each entry of a revision, because only its version says that it is a file'
const parts = 'reads all parts of one site, which are a few hundred at most, into one row'

/** Statements that rightly read more than ten rows for each that they return, and why. Only ever fewer. */
export const reasons: Readonly<Record<string, string>> = {
  'collection.list': counted,
  'content-permission.effective': counted,
  'import.list': counted,
  'member.list': counted,
  'member.spaces': counted,
  'space.list': counted,
  'team.list': counted,
  'content-node.siblings': 'moves something among all that stands there',
  'content.differences': 'compares the whole head with an older revision',
  'content.links': 'reads every link of the space, to answer each target once',
  'content.pages-at':
    'takes one row by its key for each step of each address, and many addresses lead nowhere',
  'content.files-in-revision': filesAmong,
  'content.file-keys': filesAmong,
  'search.sections': visible,
  'search.words-of-organization': visible,
  'search.words-of-spaces': visible,
  'search.words-of-space':
    'looks through the vocabulary for words that are nearly what was asked for',
  'search.unused-word': noIndexOfCounts,
  'search.delete-unused-words': noIndexOfCounts,
  'search.delete-unknown-words':
    'looks at each word of the organization once, after one of its spaces is gone',
  'change-request.list':
    'takes a few rows by their keys for each reviewer, to say whose review counts',
  'space.by-id':
    'takes a dozen rows by their keys for each space: its own, and those of where readers find it',
  'space.purge-rows':
    'deletes all that a space has in a table, which may be all that is there',
  'site.list': counted,
  'site.for-caller': parts,
  'member.hold-to-sso':
    'looks at each member once, when an admin switches single sign-on or its providers',
  'site.permissions': counted,
  'site-structure.for-caller': parts,
  'site-structure.for-readers': parts,
  'published.site-state-by-name': parts,
  'published.changed-sites': parts,
  'site-redirect.list': counted,
}
