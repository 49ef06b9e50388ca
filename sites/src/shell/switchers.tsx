import type { ReactElement } from 'react'

import { Icon } from '#/icons/icon.tsx'
import type { FrameView, VariantEntry } from '#/model.ts'

import { Link } from './link.tsx'
import { Menu } from './menu.tsx'
import type { Strings } from './strings/strings.ts'

interface SwitchersProps {
  readonly view: FrameView
  readonly strings: Strings
}

/** Switchers of language, version and theme, for the header or the menu of a narrow screen. */
export function Switchers({ view, strings }: SwitchersProps): ReactElement {
  const { languages, versions } = splitVariants(view.variants, view.language)
  return (
    <>
      {versions.length > 1 && (
        <VariantMenu name={strings.version} entries={versions} icon={undefined} />
      )}
      {languages.length > 1 && (
        <VariantMenu name={strings.language} entries={languages} icon="globe" />
      )}
      {view.customization.themes.toggeable && <ThemeSwitch strings={strings} />}
    </>
  )
}

interface VariantMenuProps {
  readonly name: string
  readonly entries: readonly VariantEntry[]
  readonly icon: string | undefined
}

function VariantMenu({ name, entries, icon }: VariantMenuProps): ReactElement {
  const current = entries.find((entry) => entry.isCurrent) ?? entries[0]
  const label = (
    <>
      <span className="visually-hidden">{name}: </span>
      {icon !== undefined && <Icon name={icon} />}
      <span className="menu-button-text">{current?.title}</span>
    </>
  )
  return (
    <Menu label={label} className="menu-end">
      <ul aria-label={name}>
        {entries.map((entry) => (
          <li key={entry.href} lang={entry.language}>
            <Link className="menu-link" href={entry.href} isCurrent={entry.isCurrent}>
              <span>{entry.title}</span>
              {entry.isCurrent && <Icon name="check" />}
            </Link>
          </li>
        ))}
      </ul>
    </Menu>
  )
}

const choices = [
  { value: 'light', icon: 'sun', word: 'themeLight' },
  { value: 'dark', icon: 'moon', word: 'themeDark' },
  { value: 'system', icon: 'laptop', word: 'themeSystem' },
] as const

/** The theme switch is hidden without scripts: the site's own theme applies then. */
function ThemeSwitch({ strings }: { readonly strings: Strings }): ReactElement {
  const label = (
    <>
      <span className="only-light">
        <Icon name="sun" />
      </span>
      <span className="only-dark">
        <Icon name="moon" />
      </span>
    </>
  )
  return (
    <lectern-theme className="needs-script">
      <Menu
        label={label}
        name={strings.theme}
        className="menu-end menu-icon"
        hasChevron={false}
      >
        <ul aria-label={strings.theme}>
          {choices.map(({ value, icon, word }) => (
            <li key={value}>
              <button
                type="button"
                className="menu-link"
                data-choice={value}
                aria-pressed="false"
              >
                <Icon name={icon} />
                <span>{strings[word]}</span>
              </button>
            </li>
          ))}
        </ul>
      </Menu>
    </lectern-theme>
  )
}

/** Splits variants into languages, the current one first, and versions in the current language. */
function splitVariants(variants: readonly VariantEntry[], language: string) {
  const current = variants.find((entry) => entry.isCurrent)
  const own = current?.language ?? language
  const versions = variants.filter((entry) => (entry.language ?? own) === own)
  const others = variants.filter((entry) => (entry.language ?? own) !== own)
  const languages = current === undefined ? others : [current, ...others]
  return { versions, languages: named(languages, own) }
}

/** One entry for each language, with the language's name in itself as the title. */
function named(entries: readonly VariantEntry[], own: string): VariantEntry[] {
  const seen = new Set<string>()
  return entries.flatMap((entry) => {
    const language = entry.language ?? own
    if (seen.has(language)) return []
    seen.add(language)
    return [{ ...entry, language, title: languageName(language) ?? entry.title }]
  })
}

function languageName(language: string): string | undefined {
  try {
    const name = new Intl.DisplayNames([language], { type: 'language' }).of(language)
    return name === undefined
      ? undefined
      : name.charAt(0).toLocaleUpperCase() + name.slice(1)
  } catch {
    return undefined
  }
}
