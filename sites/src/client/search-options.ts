import { fromMatch, markWords, type SearchHit } from '../search-answer.ts'
import { safeHref } from '../urls.ts'

/** Options for a found page and the places in it. Built from text, never from markup. */
export function hitOptions(hit: SearchHit, query: string): HTMLElement[] {
  const page = linkOption(hit.href, 'search-option')
  const trail = hit.trail.join(' › ')
  if (trail !== '') page.append(textElement('search-trail', trail))
  const title = hit.emoji === undefined ? hit.title : `${hit.emoji} ${hit.title}`
  page.append(marked('search-option-title', title, query))
  if (hit.excerpt !== undefined) {
    page.append(marked('search-option-excerpt', fromMatch(hit.excerpt, query), query))
  }
  const sections = hit.sections.map((section) => {
    const option = linkOption(section.href, 'search-option search-option-section')
    option.append(marked('search-option-title', section.title, query))
    if (section.excerpt !== undefined) {
      option.append(
        marked('search-option-excerpt', fromMatch(section.excerpt, query), query),
      )
    }
    return option
  })
  return [page, ...sections]
}

/** An option for an earlier search of the reader. */
export function queryOption(query: string): HTMLElement {
  const option = document.createElement('button')
  option.type = 'button'
  option.dataset['query'] = query
  option.textContent = query
  return asOption(option, 'search-option search-option-query')
}

const suggestionsMax = 5

/** Options for pages to go on with: the next one, then the first ones of the tree. */
export function suggestions(word: string): HTMLElement[] {
  const links = document.querySelectorAll<HTMLAnchorElement>(
    'a.neighbour-next, .tree > ul > li > a, .tree-group > ul > li > a',
  )
  const titles = new Map<string, string>()
  for (const link of [...links].toSorted(nextFirst)) {
    const title = link.querySelector(
      '.neighbour-title, .tree-link > span:last-child',
    )?.textContent
    const isHere = link.pathname === location.pathname || link.ariaCurrent === 'page'
    const isOther = !isHere && link.host === location.host && !titles.has(link.href)
    if (isOther && title) titles.set(link.href, title)
  }
  return [...titles].slice(0, suggestionsMax).map(([href, title]) => {
    const option = linkOption(href, 'search-option')
    option.append(
      textElement('search-trail', word),
      textElement('search-option-title', title),
    )
    return option
  })
}

const nextFirst = (one: Element, other: Element) =>
  Number(other.matches('.neighbour-next')) - Number(one.matches('.neighbour-next'))

function linkOption(href: string, className: string): HTMLElement {
  const option = document.createElement('a')
  option.href = safeHref(href) ?? '#'
  return asOption(option, className)
}

function asOption(element: HTMLElement, className: string): HTMLElement {
  element.className = className
  element.setAttribute('role', 'option')
  element.tabIndex = -1
  return element
}

function marked(className: string, text: string, query: string): HTMLElement {
  const element = textElement(className, '')
  for (const part of markWords(text, query)) {
    if (part.isMatch) {
      const mark = document.createElement('mark')
      mark.textContent = part.text
      element.append(mark)
    } else element.append(part.text)
  }
  return element
}

function textElement(className: string, text: string): HTMLElement {
  const element = document.createElement('span')
  element.className = className
  element.textContent = text
  return element
}
