import type { ReactElement } from 'react'

import { Icon } from '#/icons/icon.tsx'
import type { FrameView, NavigationLink } from '#/model.ts'

import { Announcement } from './announcement.tsx'
import { contentId, menuId } from './ids.ts'
import { leavesInNewTab, Link } from './link.tsx'
import { Menu } from './menu.tsx'
import { SearchBox } from './search-box.tsx'
import { SectionList, Sections } from './sections.tsx'
import type { Strings } from './strings/strings.ts'
import { Switchers } from './switchers.tsx'
import { ThemedImage } from './themed-image.tsx'

interface HeaderProps {
  readonly view: FrameView
  readonly strings: Strings
}

type LinkTarget = 'self' | 'blank'

export function Before({ view, strings }: HeaderProps): ReactElement {
  return (
    <>
      <a className="skip-link" href={`#${contentId}`}>
        {strings.skipToContent}
      </a>
      <Announcement view={view} strings={strings} />
      <header className="site-header">
        <div className="site-header-row">
          <button
            type="button"
            className="icon-button menu-opener"
            popoverTarget={menuId}
            aria-label={strings.menu}
          >
            <Icon name="menu" />
          </button>
          <Brand view={view} />
          <SearchBox href={view.searchHref} strings={strings} />
          {view.headerLinks.length > 0 && (
            <nav className="header-links" aria-label={strings.mainLinks}>
              <HeaderLinks view={view} />
            </nav>
          )}
          <div className="header-tools">
            <Switchers view={view} strings={strings} />
          </div>
        </div>
        {view.sections.length > 1 && (
          <Sections sections={view.sections} strings={strings} />
        )}
      </header>
    </>
  )
}

function Brand({ view }: { readonly view: FrameView }): ReactElement {
  return (
    <Link className="brand" href={view.homeHref}>
      {view.logo === undefined ? (
        view.siteTitle
      ) : (
        <ThemedImage className="brand-logo" image={view.logo} alt={view.siteTitle} />
      )}
    </Link>
  )
}

function HeaderLinks({ view }: { readonly view: FrameView }): ReactElement {
  const target = view.customization.externalLinks.target
  return (
    <ul>
      {view.headerLinks.map((link) => (
        <li key={`${link.title} ${link.href ?? ''}`}>
          {link.links.length === 0 ? (
            <Link
              className={
                link.style === 'link' ? 'header-link' : `shell-button shell-${link.style}`
              }
              href={link.href}
              inNewTab={leavesInNewTab(link.href, target)}
            >
              {link.title}
            </Link>
          ) : (
            <Menu label={link.title}>
              <Links links={withOwn(link)} target={target} />
            </Menu>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The entries of a menu whose title is a link too: the title's own destination comes first. */
function withOwn(link: NavigationLink): readonly { title: string; href: string }[] {
  return link.href === undefined
    ? link.links
    : [{ title: link.title, href: link.href }, ...link.links]
}

interface LinksProps {
  readonly links: readonly { readonly title: string; readonly href: string }[]
  readonly target: LinkTarget
}

function Links({ links, target }: LinksProps): ReactElement {
  return (
    <ul>
      {links.map(({ title, href }) => (
        <li key={`${title} ${href}`}>
          <Link className="menu-link" href={href} inNewTab={leavesInNewTab(href, target)}>
            {title}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The parts of the header that a narrow screen has no room for, shown above the tree. */
export function NarrowMenu({ view, strings }: HeaderProps): ReactElement {
  return (
    <section className="narrow-menu" aria-label={strings.menu}>
      <div className="narrow-menu-head">
        <Brand view={view} />
        <button
          type="button"
          className="icon-button"
          popoverTarget={menuId}
          popoverTargetAction="hide"
          aria-label={strings.close}
        >
          <Icon name="close" />
        </button>
      </div>
      <div className="narrow-menu-tools">
        <Switchers view={view} strings={strings} />
      </div>
      {view.sections.length > 1 && (
        <nav aria-label={strings.sections}>
          <SectionList sections={view.sections} />
        </nav>
      )}
    </section>
  )
}

/** The links of the header on a narrow screen, shown below the tree. */
export function NarrowLinks({ view, strings }: HeaderProps): ReactElement | undefined {
  if (view.headerLinks.length === 0) return undefined
  const target = view.customization.externalLinks.target
  return (
    <nav className="narrow-menu" aria-label={strings.mainLinks}>
      <ul>
        {view.headerLinks.map((link) => (
          <li key={`${link.title} ${link.href ?? ''}`}>
            {link.links.length > 0 && <p className="menu-heading">{link.title}</p>}
            <Links links={withOwn(link)} target={target} />
          </li>
        ))}
      </ul>
    </nav>
  )
}
