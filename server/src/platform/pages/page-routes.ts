/** Finds the page of a URL without running the page's code. */
import { generatePath, matchRoutes, type Params, type RouteObject, type ServerBuild } from 'react-router'

/** The part of a page's query that the server reads. */
export interface ReadQuery {
  /** Only the parameters that change the page, in one form and order. */
  parameters: Record<string, string>
  /** Whether visitors can invent any number of such queries. */
  isSearch: boolean
}

export interface PageOfUrl {
  /** The same for all URLs of the same page. The page is rendered for it. */
  url: string
  /** Such as /products/:productId */
  pattern: string
  /** The page is the same for all URLs of its pattern, and at any time. */
  isFixed: boolean
  isSearch: boolean
}

/** How the query of a page is read, by its pattern. The server ignores other parameters; the browser may use them. */
export type QueryReaders = Readonly<Record<string, (given: URLSearchParams) => ReadQuery>>

/** The part of a page's path that decides its content, by its pattern. The same page answers every other spelling. */
export type PathReaders = Readonly<Record<string, (given: Params) => Params>>

/** @returns a function that finds the page of a requested path and query; undefined if there is no page */
export function pageFinder(routes: ServerBuild['routes'], readers: QueryReaders, pathReaders: PathReaders = {}) {
  const all = Object.values(routes).filter((route) => route !== undefined)
  const below = (parent: string | undefined): RouteObject[] =>
    all
      .filter(({ parentId }) => parentId === parent)
      .map(({ id, path, index }) => (index ? { id, path, index } : { id, path, children: below(id) }) as RouteObject)
  const tree = below(undefined)
  const root = tree[0]?.id

  return (requested: string): PageOfUrl | undefined => {
    // Appended, not resolved, because a relative URL that begins with // would name a host.
    const { pathname, searchParams } = new URL(`http://localhost${requested}`)
    const matches = matchRoutes(tree, pathname)
    const match = matches?.at(-1)
    if (!matches || !match) return undefined
    const pattern = `/${matches.flatMap(({ route }) => route.path || []).join('/')}`
    const hasLoader = matches.some(({ route: { id = '' } }) => id !== root && routes[id]?.module.loader)
    const isFixed = pattern.endsWith('*') || !hasLoader
    if (isFixed) return { url: pattern, pattern, isFixed, isSearch: false }
    const path = generatePath(pattern, pathReaders[pattern]?.(match.params) ?? match.params).toLowerCase()
    const { parameters, isSearch } = readers[pattern]?.(searchParams) ?? { parameters: {}, isSearch: false }
    const query = new URLSearchParams(parameters)
    return { url: query.size > 0 ? `${path}?${query}` : path, pattern, isFixed, isSearch }
  }
}
