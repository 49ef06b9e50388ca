import type { SourceFile } from './source-files.ts'

/**
 * Every place that keeps something under a key for longer than a request, with what the key is made
 * of. Text of a path, a header or a body may be a key only once it was found to name something, or
 * where what callers make up has room of its own.
 */
export const keysKept: Readonly<Record<string, string>> = {
  'server/src/access/authenticate.ts createFindMarked notedMs':
    'hashes of tokens for emergencies that were found',
  'server/src/access/known-callers.ts createKnownCallers asking':
    'hashes of tokens while they are looked up',
  'server/src/access/known-callers.ts createKnownCallers touchedMs':
    'hashes of tokens that were found',
  'server/src/access/known-callers.ts createEntries entries':
    'hashes of tokens that were found, and apart from these of tokens that are not valid',
  'server/src/content-store/sight/see-content.ts allSeen texts':
    'a revision that the caller reads, and their audience',
  'server/src/content-store/sight/see-content.ts fileSight texts':
    'a file of a revision that was found, and the audience it is shown to',
  'server/src/content-store/sight/see-specs.ts isSeenIn texts':
    'only where something in the space shows the specification to the visitor',
  'server/src/content-store/sight/seen-by.ts seenBy texts':
    'conditions of rows that were read, and the audience',
  'server/src/features/insight/site-insights/track-events.ts roomForFeedback texts':
    'a site that is published and that the caller may read, and the hour',
  'server/src/features/insight/site-insights/track-events.ts trackEventsInSiteById resolvedSite':
    'the row of a published site that the caller may read',
  'server/src/features/joining/provider-sign-in/provider-clients.ts createProviderClients known':
    'ids of the providers that the settings have',
  'server/src/features/publishing/published-sites/files-in-settings.ts filesInSettings texts':
    'site and epoch of a row, and the audience',
  'server/src/features/publishing/published-sites/resolve-url.ts resolveUrl resolvedSite':
    'the row of the site that a URL names and is open to the caller',
  'server/src/features/publishing/published-sites/site-model.ts siteModel texts':
    'site and epoch of a row',
  'server/src/features/publishing/published-sites/visitors.ts countUnsigned texts':
    'a site whose row was read, and the hour',
  'server/src/features/publishing/published-sites/visitors.ts issueToken texts':
    'the hash of a token that was issued',
  'server/src/features/publishing/site-visits/open-visit.ts noteUse texts':
    'the hash of a session that is open, and the minute',
  'server/src/features/writing/pages/document-json.ts documentJson texts':
    'the document of a page that the caller reads',
  'server/src/features/writing/pages/document-json.ts evaluatedMarkdown texts':
    'the document of a page that the caller reads, and their audience',
  'server/src/features/writing/pages/known-paths.ts headPathOf texts':
    'space and page of a row',
  'server/src/features/writing/pages/known-texts.ts withText texts':
    'space and page of a row',
  'server/src/features/writing/pages/page-body.ts hiddenTargets texts':
    'the page of a revision that a visitor reads, and their audience',
  'server/src/features/writing/pages/present-markdown.ts presentMarkdown texts':
    'the document of a page that the caller reads',
  'server/src/features/writing/search/search-words.ts seen seen':
    'words of texts and queries; it saves time only, and begins anew when it is full',
  'server/src/features/writing/templates/load-template.ts loaded loaded':
    'ids of the templates that ship',
  'server/src/platform/caches/shared-cache.ts createSharedCache flights':
    'plans of merges while they are made, by the heads of branches that were found',
  'server/src/platform/caches/shared-cache.ts createSharedCache values':
    'plans of merges, by the heads of branches that were found',
  'server/src/platform/caches/text-cache.ts createTextCache texts':
    'what the callers of `texts.set` give, each of which is listed here',
  'server/src/platform/database/shards/shard-reading.ts ShardReading texts':
    'shards, and statements by the names they are declared with',
  'server/src/platform/gathering/gatherings.ts createGatherings opened':
    'the kinds of gatherings, which are declared',
  'server/src/platform/http/local-buckets.ts createTable own':
    'buckets: only `rate-buckets.ts` makes their keys, and of strangers the address alone',
  'server/src/platform/http/local-buckets.ts createTable shared':
    'numbers up to the most buckets that are shared',
  'server/src/platform/jobs/lanes.ts startLanes running': 'jobs that run',
  'server/src/platform/memory/turns.ts createTurns begun':
    'organizations with a specification that the caller reads, for a minute',
  'server/src/platform/memory/turns.ts createTurns running':
    'the same, while requests of theirs are under way',
  'server/src/platform/tenancy/homes.ts createHomes remembered':
    'ids that the directory has',
}

const makers = /^(?:create|open|start|watch|add)[A-Z]/

/** The places in a file where a key is made, as `path function name`. */
export function keysMade({ path, text }: SourceFile): string[] {
  const found = new Set<string>()
  let inside = 'module'
  for (const line of text.split('\n')) {
    const named = /^(?:export )?(?:async )?(?:function|const|class) (\w+)/.exec(line)
    if (named?.[1] !== undefined) inside = named[1]
    const name = keyIn(line, inside)
    if (name !== undefined) found.add(`${path} ${inside} ${name}`)
  }
  return [...found]
}

function keyIn(line: string, inside: string): string | undefined {
  if (/^\s.*\btexts\.set\(/.test(line)) return 'texts'
  if (/^\s.*\bresolvedSite\(/.test(line)) return 'resolvedSite'
  const map = /^(\s*)(?:const|let) (\w+)(?:: \w+)? = new Map(?:<.*>)?\(\)/.exec(line)
  const outlives = map?.[1] === '' || (map?.[1] === '  ' && makers.test(inside))
  return outlives ? map?.[2] : undefined
}
