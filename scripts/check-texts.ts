/**
 * Refuses texts that break in a page that the browser translates: the translation replaces each text node, which React
 * then neither finds nor changes. In an element of its own a text is safe, because React sets the element's whole content.
 *
 * Beside other children stands no text that may change, and no text follows a child that may come, go or be replaced. One
 * template is one text. What stands beside children without being one itself has the type `Elements`.
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
    .filter((statement) => ts.isImportDeclaration(statement) && statement.getText(file).endsWith("'lucide-react'"))
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
