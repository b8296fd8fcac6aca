/**
 * Refuses texts that break in a page that the browser translates: the translation replaces each text node, which React
 * then neither finds nor changes. In an element of its own a text is safe, because React sets the element's whole content.
 *
 * Beside other children stands no text that may change, and no text follows a child that may come, go or be replaced. One
 * template is one text. What stands beside children without being one itself has the type `Elements`.
 *
 * React changes one element into another of the same kind that takes its place, as in `a ? <p>…</p> : <p>…</p>`, so a text
 * beside other children is the same in both, or one of them has a key.
 *
 * An `<option>` has a value: without one its text is the value, and that is translated.
 */
import path from 'node:path'
import * as ts from 'typescript/unstable/ast'
import { API, type Checker, type Project, SignatureKind, type Type, TypeFlags } from 'typescript/unstable/sync'

/** What a child renders. Elements of the browser and these components always render the same element. */
interface Part {
  node: ts.Node
  isText: boolean
  /** It is several texts. */
  isList?: boolean
  /** It may come, go or change. */
  varies: boolean
}

/** Components of libraries that always render one element, as the icons do. */
const libraryElements = new Set(['Link', 'NavLink'])

const texts = TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BigIntLike | TypeFlags.AnyOrUnknown

const isBlank = (node: ts.Node) =>
  (ts.isJsxText(node) || ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) &&
  node.text.trim() === ''

type Component = ts.FunctionDeclaration | ts.VariableDeclaration
const isComponent = (node: ts.Node): node is Component =>
  (ts.isFunctionDeclaration(node) ||
    (ts.isVariableDeclaration(node) && node.initializer !== undefined && ts.isArrowFunction(node.initializer))) &&
  /^[A-Z]/.test(node.name?.getText() ?? '')

/** The names of icons that a file imports. */
function iconsOf(file: ts.SourceFile): string[] {
  return file.statements
    .filter((statement) => ts.isImportDeclaration(statement) && statement.getText(file).includes("'lucide-react"))
    .flatMap((statement) => [...statement.getText(file).matchAll(/\b[A-Z]\w+/g)].map(([name]) => name))
}

const withoutParentheses = (node: ts.Node): ts.Node =>
  ts.isParenthesizedExpression(node) ? withoutParentheses(node.expression) : node

function tagOf(node: ts.Node): ts.Node | undefined {
  if (ts.isJsxElement(node)) return node.openingElement.tagName
  return ts.isJsxSelfClosingElement(node) ? node.tagName : undefined
}

const isFunction = (node: ts.Node) =>
  ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isFunctionDeclaration(node)

/** What a function may return, without what the functions in it return. */
function returnedBy(node: ts.Node): ts.Node[] {
  if (ts.isReturnStatement(node)) return node.expression ? [withoutParentheses(node.expression)] : []
  const found: ts.Node[] = []
  node.forEachChild((child) => {
    if (!isFunction(child)) found.push(...returnedBy(child))
  })
  return found
}

/** What may stand in the place of an expression. */
function alternativesOf(node: ts.Node): ts.Node[] {
  if (ts.isParenthesizedExpression(node)) return alternativesOf(node.expression)
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(alternativesOf)
  const isAnd = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken
  return isAnd ? alternativesOf(node.right) : [node]
}

/** The text of an attribute of an element, `''` where it has a name alone. */
function attributeOf(node: ts.Node, name: string): string | undefined {
  const opening = ts.isJsxElement(node) ? node.openingElement : node
  if (!ts.isJsxOpeningElement(opening) && !ts.isJsxSelfClosingElement(opening)) return
  for (const attribute of opening.attributes.properties) {
    if (ts.isJsxAttribute(attribute) && attribute.name.getText() === name) return attribute.initializer?.getText() ?? ''
  }
}

/** The children that have a place of their own. */
const childrenOf = (node: ts.Node): ts.Node[] =>
  ts.isJsxElement(node) || ts.isJsxFragment(node) ? node.children.filter((child) => !isBlank(child)) : []

/** Whether React makes the second element out of the first. */
const isSameElement = (one: ts.Node, other: ts.Node) =>
  (ts.isJsxFragment(one) && ts.isJsxFragment(other)) ||
  (tagOf(one) !== undefined &&
    tagOf(one)?.getText() === tagOf(other)?.getText() &&
    attributeOf(one, 'key') === attributeOf(other, 'key'))

class Checks {
  readonly problems: string[] = []
  readonly #project: Project
  readonly #checker: Checker
  readonly #file: ts.SourceFile
  readonly #icons: readonly string[]

  constructor(project: Project, file: ts.SourceFile) {
    this.#project = project
    this.#checker = project.checker
    this.#file = file
    this.#icons = iconsOf(file)
  }

  visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) this.#checkChildren(node)
    if (isComponent(node)) this.#checkComponent(node)
    if (ts.isConditionalExpression(node)) this.#checkAlternatives(alternativesOf(node))
    if (isFunction(node)) this.#checkAlternatives(returnedBy(node).flatMap(alternativesOf))
    if (tagOf(node)?.getText() === 'option' && attributeOf(node, 'value') === undefined)
      this.#report(node, 'an option without a value')
    node.forEachChild(this.visit)
  }

  #checkChildren(parent: ts.JsxElement | ts.JsxFragment): void {
    const parts = parent.children.flatMap((child) => this.#partsOf(child))
    const isFragment = ts.isJsxFragment(parent)
    if (parts.length === 1 && !parts[0]?.isList && !isFragment) return
    for (const [index, { node, isText, varies }] of parts.entries()) {
      if (!isText) continue
      if (isFragment) this.#report(node, 'a text directly in a fragment')
      else if (varies) this.#report(node, 'a text that may change, beside other children')
      else if (parts[index - 1]?.varies) this.#report(node, 'a text after a child that may come or go')
    }
  }

  #checkAlternatives(alternatives: readonly ts.Node[]): void {
    for (const [index, one] of alternatives.entries()) {
      for (const other of alternatives.slice(index + 1)) this.#checkExchange(one, other)
    }
  }

  /** The same element with these and with those children. */
  #checkExchange(one: ts.Node, other: ts.Node): void {
    if (!isSameElement(one, other)) return
    const [children, others] = [childrenOf(one), childrenOf(other)]
    for (const [place, child] of children.entries()) {
      const taking = others[place]
      if (taking) this.#checkExchange(child, taking)
    }
    this.#checkExchanged(children, others)
    this.#checkExchanged(others, children)
  }

  #checkExchanged(children: readonly ts.Node[], others: readonly ts.Node[]): void {
    if (children.length < 2) return
    for (const [place, child] of children.entries()) {
      const isSame = child.getText().trim() === others[place]?.getText().trim() && others.length > 1
      if (ts.isJsxText(child) && !isSame) this.#report(child, 'a text of an element that becomes another')
    }
  }

  #checkComponent({ name }: Component): void {
    const type = name && this.#checker.getTypeAtLocation(name)
    const [signature] = type ? this.#checker.getSignaturesOfType(type, SignatureKind.Call) : []
    if (name && signature && this.#mayBeText(this.#checker.getReturnTypeOfSignature(signature)))
      this.#report(name, 'a component that is a text')
  }

  #partsOf(node: ts.Node): Part[] {
    if (isBlank(node)) return []
    if (ts.isJsxText(node) || ts.isStringLiteral(node)) return [{ node, isText: true, varies: false }]
    if (ts.isJsxExpression(node)) return node.expression ? this.#partsOf(node.expression) : []
    if (ts.isParenthesizedExpression(node)) return this.#partsOf(node.expression)
    if (ts.isJsxFragment(node)) return node.children.flatMap((child) => this.#partsOf(child))
    const tag = tagOf(node)
    if (tag) return [{ node, isText: false, varies: this.#elementOf(tag) === undefined }]
    const type = this.#checker.getTypeAtLocation(node)
    const isList = type !== undefined && this.#checker.isArrayLikeType(type)
    return [{ node, isText: this.#isText(node), varies: true, isList }]
  }

  /** The falsy value of `a && b` is no text, and a fragment is judged by itself. */
  #isText(node: ts.Node): boolean {
    if (ts.isParenthesizedExpression(node)) return this.#isText(node.expression)
    if (ts.isConditionalExpression(node)) return this.#isText(node.whenTrue) || this.#isText(node.whenFalse)
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken)
      return this.#isText(node.right)
    if (tagOf(node) || ts.isJsxFragment(node)) return false
    return this.#mayBeText(this.#checker.getTypeAtLocation(node))
  }

  /** @param seen  the ids of the types around it, because `Elements` contains itself */
  #mayBeText(type: Type | undefined, seen: ReadonlySet<number> = new Set()): boolean {
    if (!type) return true
    if (seen.has(type.id)) return false
    const around = new Set([...seen, type.id])
    if (type.isStringLiteralType() && type.value === '') return false
    if (type.isUnionType()) return type.getTypes().some((part) => this.#mayBeText(part, around))
    if (this.#checker.isArrayLikeType(type) && type.isTypeReference())
      return this.#checker.getTypeArguments(type).some((part) => this.#mayBeText(part, around))
    return (type.flags & (texts | TypeFlags.TypeParameter)) !== 0
  }

  /** The element that a component always renders, if it is always the same. */
  #elementOf(tag: ts.Node): string | undefined {
    const name = tag.getText()
    if (/^[a-z]/.test(name) || this.#icons.includes(name) || libraryElements.has(name)) return name
    const type = this.#checker.getTypeAtLocation(tag)
    const [signature] = type ? this.#checker.getSignaturesOfType(type, SignatureKind.Call) : []
    const component = signature?.declaration?.resolve(this.#project)
    const body = component && 'body' in component ? (component.body as ts.Node | undefined) : undefined
    if (!body) return
    const returned = ts.isBlock(body) ? returnedBy(body) : [withoutParentheses(body)]
    const elements = returned.map((node) => {
      const inner = tagOf(node)
      return inner && this.#elementOf(inner)
    })
    return new Set(elements).size === 1 ? elements[0] : undefined
  }

  #report(node: ts.Node, problem: string): void {
    const { line } = this.#file.getLineAndCharacterOfPosition(node.getStart(this.#file))
    const [text] = node.getText(this.#file).trim().split('\n')
    this.problems.push(`${path.relative('.', this.#file.fileName)}:${line + 1}: ${problem}: ${text}`)
  }
}

/** The plain pages have no scripts. */
const isOfReact = (name: string) => /\/web\/app\/.*\.tsx$/.test(name) && !name.endsWith('/plain-pages.tsx')

const api = new API({ cwd: process.cwd() })
const [project] = api.updateSnapshot({ openProjects: ['web/tsconfig.json'] }).getProjects()
if (!project) throw new Error('web/tsconfig.json was not found')
const problems = project.program.getSourceFileNames().flatMap((name) => {
  const file = isOfReact(name) && project.program.getSourceFile(name)
  if (!file) return []
  const checks = new Checks(project, file)
  checks.visit(file)
  return checks.problems
})
api.close()
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
