/// <reference lib="dom" />
/** The text of an element with its content. axe judges two parts with the same text alike, on any page. */

declare global {
  interface Window {
    /** The elements of the parts that were described last. */
    described: Element[]
  }
}

export interface PagePart {
  /** The index of the part that contains this one; -1 for the whole page. */
  parent: number
  /** Parts with the same digest get the same judgement of axe. Undefined: judge it always. */
  digest: string | undefined
  /** It has a text whose contrast must be measured. */
  isText: boolean
}

/**
 * Runs in the page. Hidden elements are left out. A digest is made of
 * - the computed colours, the font and the attributes of the element; of texts, addresses and identifiers only their
 *   existence, so that the rows of a table have one digest,
 * - its names, and the elements that it names,
 * - the backgrounds and roles of its ancestors,
 * - the digests of its content.
 */
export function describeParts(): PagePart[] {
  const parts: PagePart[] = []
  const elements: Element[] = []
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1)
  const idCounts = new Map<string, number>()
  for (const { id } of document.querySelectorAll('[id]')) idCounts.set(id, (idCounts.get(id) ?? 0) + 1)
  const controls = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')]
    .filter((control) => control.checkVisibility({ visibilityProperty: true }))
    .map((control) => ({ control, box: control.getBoundingClientRect() }))

  /** cyrb53: 53 bits are enough for the parts of all pages. */
  function hash(text: string): string {
    let [first, second] = [0xdeadbeef, 0x41c6ce57]
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index)
      first = Math.imul(first ^ code, 2654435761)
      second = Math.imul(second ^ code, 1597334677)
    }
    first = Math.imul(first ^ (first >>> 16), 2246822507) ^ Math.imul(second ^ (second >>> 13), 3266489909)
    second = Math.imul(second ^ (second >>> 16), 2246822507) ^ Math.imul(first ^ (first >>> 13), 3266489909)
    return (4294967296 * (2097151 & second) + (first >>> 0)).toString(36)
  }

  /** axe treats a single letter and signs without letters differently. */
  function kindOfText(text: string): string {
    const trimmed = text.trim()
    if (trimmed === '') return ''
    return trimmed.length > 1 && /[\p{L}\p{N}]/u.test(trimmed) ? 'text' : trimmed
  }

  const ownText = (element: Element) =>
    kindOfText([...element.childNodes].map((node) => (node instanceof Text ? node.data : '')).join(''))

  const namesOf = (references: string) =>
    references.split(/\s+/).map((id) => kindOfText(document.getElementById(id)?.textContent ?? 'none'))

  const freeValues =
    /^(data-.*|href|src|srcset|sizes|alt|title|name|value|placeholder|content|datetime|action|style|width|height|id|for|min|max|maxlength|aria-(label|labelledby|describedby|controls|owns|activedescendant|valuenow|valuetext|valuemax))$/

  function attributesOf(element: Element): string {
    return [...element.attributes]
      .map(({ name, value }) => {
        if (name === 'id') return `id ${(idCounts.get(value) ?? 0) > 1}`
        if (name === 'for' || /^aria-(labelledby|describedby|controls|owns)$/.test(name)) {
          return `${name} ${namesOf(value)}`
        }
        return `${name} ${freeValues.test(name) ? kindOfText(value) && 'text' : value}`
      })
      .sort()
      .join(';')
  }

  /** Controls so near to a small one that it may be missed. */
  function nearby(element: Element): string {
    const box = controls.find(({ control }) => control === element)?.box
    if (!box || (box.width >= 24 && box.height >= 24)) return ''
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const near = controls.filter(
      (other) =>
        other.control !== element &&
        other.box.left < x + 24 &&
        other.box.right > x - 24 &&
        other.box.top < y + 24 &&
        other.box.bottom > y - 24,
    )
    const rounded = (numbers: number[]) => numbers.map(Math.round).join(' ')
    return [
      rounded([box.width, box.height]),
      ...near.map((other) => rounded([other.box.x - x, other.box.y - y, other.box.width, other.box.height])),
    ].join(';')
  }

  function stateOf(element: Element): string {
    if (element instanceof HTMLLabelElement) return String(element.control?.matches(':disabled'))
    if (element instanceof HTMLHtmlElement) return kindOfText(document.title)
    const isField =
      element instanceof HTMLInputElement ||
      element instanceof HTMLSelectElement ||
      element instanceof HTMLTextAreaElement
    if (!isField) return ''
    const labels = [...(element.labels ?? [])].map((label) => kindOfText(label.textContent ?? ''))
    return [element.matches(':checked'), element.matches(':disabled'), element.value !== '', ...labels].join(' ')
  }

  const colours = ({ color, backgroundColor, backgroundImage, opacity }: CSSStyleDeclaration) =>
    [color, backgroundColor, backgroundImage, opacity].join(' ')

  /** Elements behind or over their siblings. */
  const layers = (element: Element) =>
    [...element.children].flatMap((child) => {
      const style = getComputedStyle(child)
      return style.position === 'absolute' ? [`${child.tagName} ${child.getAttribute('class')} ${colours(style)}`] : []
    })

  function isMeasured(element: Element, text: string): boolean {
    const isControl = element.matches('select, textarea, input:not([type=checkbox], [type=radio], [type=file])')
    if (text === '' && !isControl) return false
    if (modal && !modal.contains(element)) return false
    if (element.closest(':disabled, [aria-disabled=true], [aria-hidden=true], [inert]')) return false
    if (element.closest('label')?.control?.matches(':disabled')) return false
    // Elements only for screen readers are one pixel wide.
    return element.getBoundingClientRect().width > 1
  }

  /** Describes an element and its content. */
  function digestOf(element: Element, parent: number, around: string): string | undefined {
    const index = parts.length
    const text = ownText(element)
    const part: PagePart = { parent, digest: undefined, isText: isMeasured(element, text) }
    parts.push(part)
    elements.push(element)
    const style = getComputedStyle(element)
    const scrolls =
      /auto|scroll/.test(style.overflow) &&
      (element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight)
    const roles = ['role', 'aria-hidden', 'aria-disabled', 'disabled', 'inert'].map((name) =>
      element.getAttribute(name),
    )
    const inside = hash([around, element.tagName, roles, colours(style), text, layers(element)].join('|'))
    // Icons have nothing to judge inside.
    const isIcon = element instanceof SVGElement && !element.querySelector('text, title, a, [role], [tabindex]')
    const contents = (isIcon ? [] : [...element.children])
      .filter((child) => child.checkVisibility())
      .map((child) => digestOf(child, index, inside))
    // A frame has a page of its own.
    if (element instanceof HTMLIFrameElement || contents.includes(undefined)) return undefined
    const own = [
      around,
      element.tagName,
      attributesOf(element),
      text,
      colours(style),
      style.fontSize,
      style.fontWeight,
      style.textShadow,
      style.display,
      style.visibility,
      scrolls,
      stateOf(element),
      nearby(element),
    ]
    part.digest = hash([...own, ...new Set(contents)].join('|'))
    return part.digest
  }

  digestOf(document.documentElement, -1, modal ? 'a modal dialog is open' : '')
  window.described = elements
  return parts
}
