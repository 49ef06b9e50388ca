import type { ReactElement } from 'react'

import type { SectionEntry } from '#/model.ts'

import { Link } from './link.tsx'
import { Menu } from './menu.tsx'
import { PageMark } from './page-mark.tsx'
import type { Strings } from './strings/strings.ts'

interface SectionsProps {
  readonly sections: readonly SectionEntry[]
  readonly strings: Strings
}

/** Tabs for sections under the header; a group of sections is a menu. */
export function Sections({ sections, strings }: SectionsProps): ReactElement {
  return (
    <nav className="sections" aria-label={strings.sections}>
      <ul>
        {sections.map((section) => (
          <li key={`${section.title} ${section.href ?? ''}`}>
            <Section section={section} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Section({ section }: { readonly section: SectionEntry }): ReactElement {
  if (section.children.length === 0) {
    return (
      <Link className="section-tab" {...targetOf(section)}>
        <PageMark icon={section.icon} />
        {section.title}
      </Link>
    )
  }
  const label = (
    <>
      <PageMark icon={section.icon} />
      {section.title}
    </>
  )
  return (
    <Menu
      label={label}
      className={holdsCurrent(section) ? 'section-menu is-current' : 'section-menu'}
    >
      <SectionList sections={section.children} />
    </Menu>
  )
}

/** Sections one under the other, for the menu of a group and the menu of a narrow screen. */
export function SectionList({
  sections,
}: {
  readonly sections: readonly SectionEntry[]
}) {
  return (
    <ul>
      {sections.map((section) => (
        <li key={`${section.title} ${section.href ?? ''}`}>
          {section.children.length > 0 ? (
            <>
              <p className="menu-heading">{section.title}</p>
              <SectionList sections={section.children} />
            </>
          ) : (
            <Link className="menu-link" {...targetOf(section)}>
              <PageMark icon={section.icon} />
              <span>
                {section.title}
                {section.description !== undefined && (
                  <span className="menu-description">{section.description}</span>
                )}
              </span>
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

function targetOf({ href, isCurrent, inNewTab = false }: SectionEntry) {
  return { href, isCurrent, inNewTab }
}

function holdsCurrent(section: SectionEntry): boolean {
  return section.isCurrent || section.children.some(holdsCurrent)
}
