import type { ReactElement } from 'react'

import type { FrameView } from '#/model.ts'

import { leavesInNewTab, Link } from './link.tsx'
import { SearchDialog } from './search-box.tsx'
import type { Strings } from './strings/strings.ts'
import { ThemedImage } from './themed-image.tsx'

interface FooterProps {
  readonly view: FrameView
  readonly strings: Strings
}

export function After({ view, strings }: FooterProps): ReactElement {
  return (
    <>
      <Footer view={view} strings={strings} />
      <SearchDialog href={view.searchHref} strings={strings} />
    </>
  )
}

function Footer({ view, strings }: FooterProps): ReactElement | undefined {
  const { customization, footerGroups, footerLogo } = view
  const hasTop = footerLogo !== undefined || footerGroups.length > 0
  const { copyright } = customization.footer
  const hasLine =
    (copyright ?? customization.privacyPolicy.url) !== undefined ||
    customization.trademark.enabled
  if (!hasTop && !hasLine) return undefined
  return (
    <footer className="site-footer" aria-label={strings.footer}>
      {hasTop && (
        <div className="site-footer-row">
          {footerLogo !== undefined && (
            <ThemedImage
              className="footer-logo"
              image={footerLogo}
              alt={view.siteTitle}
            />
          )}
          {footerGroups.length > 0 && <Groups view={view} />}
        </div>
      )}
      {hasLine && <LastLine view={view} strings={strings} />}
    </footer>
  )
}

function Groups({ view }: { readonly view: FrameView }): ReactElement {
  const target = view.customization.externalLinks.target
  return (
    <div className="footer-groups">
      {view.footerGroups.map((group) => (
        <section key={group.title}>
          <h2>{group.title}</h2>
          <ul>
            {group.links.map(({ title, href }) => (
              <li key={`${title} ${href}`}>
                <Link href={href} inNewTab={leavesInNewTab(href, target)}>
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function LastLine({ view, strings }: FooterProps): ReactElement {
  const { footer, privacyPolicy, externalLinks, trademark } = view.customization
  const privacy = privacyPolicy.url
  return (
    <div className="footer-line">
      {footer.copyright !== undefined && <p>{footer.copyright}</p>}
      {privacy !== undefined && (
        <Link href={privacy} inNewTab={leavesInNewTab(privacy, externalLinks.target)}>
          {strings.privacyPolicy}
        </Link>
      )}
      {trademark.enabled && <p className="powered-by">{strings.poweredBy}</p>}
    </div>
  )
}
