/** Whether a lower-case tag name is an element of HTML; `<your-token>` is text. */
export function isElement(name: string): boolean {
  return phrasingNames.has(name) || flowNames.has(name)
}

/** Whether an element has no content and no closing tag. */
export function isVoid(name: string): boolean {
  return voidNames.has(name)
}

/** Whether an element belongs in a line of text. */
export function isInline(name: string): boolean {
  return phrasingNames.has(name)
}

const voidNames = names(
  'area base basefont br col embed frame hr img input keygen link meta param source track wbr',
)

const phrasingNames = names(
  'a abbr acronym audio b bdi bdo big br button canvas cite code data datalist del dfn em embed ' +
    'font i iframe img input ins kbd label map mark math meter nobr noscript object output ' +
    'picture progress q rp rt ruby s samp script select slot small source span strike strong ' +
    'sub sup svg template textarea time tt u var video wbr',
)

const flowNames = names(
  'address area article aside base basefont blockquote body caption center col colgroup dd ' +
    'details dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 ' +
    'h3 h4 h5 h6 head header hgroup hr html keygen legend li link main marquee menu menuitem ' +
    'meta nav noframes ol optgroup option p param pre search section style summary table tbody ' +
    'td tfoot th thead title tr track ul',
)

function names(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}
