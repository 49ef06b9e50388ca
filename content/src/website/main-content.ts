import { elementsBelow, isElement, type WebElement, wordsOf } from './web-tree.ts'

/** Elements that are no content wherever they stand. */
const unseenNames = new Set(
  (
    'area audio base button canvas dialog embed footer form head iframe input label link map menu ' +
    'meta nav noscript object option script select slot style svg template textarea title video'
  ).split(' '),
)
const unseenRoles = new Set(
  'navigation banner contentinfo search complementary dialog alert tooltip'.split(' '),
)
/** Words in a class by which generators name what surrounds the text of a page. */
const unseenClass =
  /(?:^|[\s_-])(?:breadcrumbs?|sidebar|side-nav|sidenav|toc|table-of-contents|pagination|pager|hash-link|header-?anchor|headerlink|heading-anchor|edit-(?:this-)?page|skip-link|sr-only|visually-hidden|copy-button|copybtn|cookie|feedback)(?:$|[\s_-])/i

/** Whether an element is no part of what a page says: navigation, a form, a script. */
export function isUnseen({ name, attributes }: WebElement): boolean {
  const { role = '', class: classes = '', hidden } = attributes
  if (unseenNames.has(name) || unseenRoles.has(role) || hidden !== undefined) return true
  return attributes['aria-hidden'] === 'true' || unseenClass.test(classes)
}

/** Elements of a body that stand around its text. */
const aroundNames = new Set(['header', 'aside'])

/** The element with the text of a page, without what all pages of the site have around it. */
export function mainContentOf(page: WebElement): WebElement {
  const all = [...elementsBelow(page)]
  const mains = all.filter(({ name, attributes }) => {
    return name === 'main' || attributes['role'] === 'main'
  })
  const main = longest(mains) ?? page
  const articles = [...elementsBelow(main)].filter(({ name }) => name === 'article')
  const [article] = articles
  // One article is the text; several are a list of texts, and all of it belongs to the page.
  if (articles.length === 1 && article !== undefined) return article
  if (main !== page) return main
  const body = all.find(({ name }) => name === 'body') ?? page
  const children = body.children.filter(
    (child) => !isElement(child) || !aroundNames.has(child.name),
  )
  return { ...body, children }
}

function longest(elements: readonly WebElement[]): WebElement | undefined {
  if (elements.length < 2) return elements[0]
  return elements.toSorted((a, b) => wordsOf(b).length - wordsOf(a).length)[0]
}
