import type { LanguageInput } from 'shiki/core'

type Load = () => Promise<{ default: LanguageInput }>

/** Functions that load a grammar and those it embeds, by name: called once a page needs it. */
const grammars: ReadonlyMap<string, Load> = new Map<string, Load>([
  ['bash', async () => import('shiki/langs/bash.mjs')],
  ['c', async () => import('shiki/langs/c.mjs')],
  ['cpp', async () => import('shiki/langs/cpp.mjs')],
  ['csharp', async () => import('shiki/langs/csharp.mjs')],
  ['css', async () => import('shiki/langs/css.mjs')],
  ['dart', async () => import('shiki/langs/dart.mjs')],
  ['diff', async () => import('shiki/langs/diff.mjs')],
  ['docker', async () => import('shiki/langs/docker.mjs')],
  ['dotenv', async () => import('shiki/langs/dotenv.mjs')],
  ['elixir', async () => import('shiki/langs/elixir.mjs')],
  ['go', async () => import('shiki/langs/go.mjs')],
  ['graphql', async () => import('shiki/langs/graphql.mjs')],
  ['haskell', async () => import('shiki/langs/haskell.mjs')],
  ['hcl', async () => import('shiki/langs/hcl.mjs')],
  ['html', async () => import('shiki/langs/html.mjs')],
  ['http', async () => import('shiki/langs/http.mjs')],
  ['ini', async () => import('shiki/langs/ini.mjs')],
  ['java', async () => import('shiki/langs/java.mjs')],
  ['javascript', async () => import('shiki/langs/javascript.mjs')],
  ['json', async () => import('shiki/langs/json.mjs')],
  ['jsonc', async () => import('shiki/langs/jsonc.mjs')],
  ['jsx', async () => import('shiki/langs/jsx.mjs')],
  ['kotlin', async () => import('shiki/langs/kotlin.mjs')],
  ['lua', async () => import('shiki/langs/lua.mjs')],
  ['make', async () => import('shiki/langs/make.mjs')],
  ['markdown', async () => import('shiki/langs/markdown.mjs')],
  ['nginx', async () => import('shiki/langs/nginx.mjs')],
  ['objective-c', async () => import('shiki/langs/objective-c.mjs')],
  ['perl', async () => import('shiki/langs/perl.mjs')],
  ['php', async () => import('shiki/langs/php.mjs')],
  ['powershell', async () => import('shiki/langs/powershell.mjs')],
  ['proto', async () => import('shiki/langs/proto.mjs')],
  ['python', async () => import('shiki/langs/python.mjs')],
  ['r', async () => import('shiki/langs/r.mjs')],
  ['ruby', async () => import('shiki/langs/ruby.mjs')],
  ['rust', async () => import('shiki/langs/rust.mjs')],
  ['scala', async () => import('shiki/langs/scala.mjs')],
  ['scss', async () => import('shiki/langs/scss.mjs')],
  ['sql', async () => import('shiki/langs/sql.mjs')],
  ['swift', async () => import('shiki/langs/swift.mjs')],
  ['toml', async () => import('shiki/langs/toml.mjs')],
  ['tsx', async () => import('shiki/langs/tsx.mjs')],
  ['typescript', async () => import('shiki/langs/typescript.mjs')],
  ['vue', async () => import('shiki/langs/vue.mjs')],
  ['xml', async () => import('shiki/langs/xml.mjs')],
  ['yaml', async () => import('shiki/langs/yaml.mjs')],
])

const otherNames: ReadonlyMap<string, string> = new Map([
  ['c#', 'csharp'],
  ['c++', 'cpp'],
  ['cc', 'cpp'],
  ['cjs', 'javascript'],
  ['console', 'bash'],
  ['cs', 'csharp'],
  ['curl', 'bash'],
  ['dockerfile', 'docker'],
  ['env', 'dotenv'],
  ['golang', 'go'],
  ['gql', 'graphql'],
  ['h', 'c'],
  ['hpp', 'cpp'],
  ['hs', 'haskell'],
  ['htm', 'html'],
  ['js', 'javascript'],
  ['json5', 'jsonc'],
  ['kt', 'kotlin'],
  ['makefile', 'make'],
  ['md', 'markdown'],
  ['mjs', 'javascript'],
  ['objc', 'objective-c'],
  ['objectivec', 'objective-c'],
  ['patch', 'diff'],
  ['pl', 'perl'],
  ['ps1', 'powershell'],
  ['protobuf', 'proto'],
  ['py', 'python'],
  ['rb', 'ruby'],
  ['rs', 'rust'],
  ['sass', 'scss'],
  ['sh', 'bash'],
  ['shell', 'bash'],
  ['svg', 'xml'],
  ['terraform', 'hcl'],
  ['tf', 'hcl'],
  ['ts', 'typescript'],
  ['yml', 'yaml'],
  ['zsh', 'bash'],
])

/** The name of the grammar for the language of a code block; undefined where there is none. */
export function grammarName(syntax: string): string | undefined {
  const name = syntax.trim().toLowerCase()
  const known = otherNames.get(name) ?? name
  return grammars.has(known) ? known : undefined
}

export async function loadGrammar(name: string): Promise<LanguageInput | undefined> {
  return (await grammars.get(name)?.())?.default
}
