import { type ErrorCode, errorStatuses } from '@camilan/contract/errors'
import type { Shop } from '@camilan/contract/shop'
import { createContext, data, RouterContextProvider } from 'react-router'

/** How the server wants a page to be rendered. */
export interface Rendering {
  /** Marks the inline scripts that the page itself brings. */
  nonce?: string
  /** The server has the page for this missing subject already, and needs only the status. */
  hasNotFoundPage?: boolean
}

const shopContext = createContext<Shop>()
export const renderingContext = createContext<Rendering>({})

/** The server's context for React Router at each request. Made here, because its keys must come from this bundle. */
export function makeContext(shop: Shop, rendering: Rendering = {}): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(shopContext, shop)
  context.set(renderingContext, rendering)
  return context
}

/**
 * Call the shop in a server loader.
 * @throws a response with the status of the shop's refusal, or 500: the page knows by it that the server failed
 */
export async function askShop<T>(
  context: Readonly<RouterContextProvider>,
  ask: (shop: Shop) => T | Promise<T>,
): Promise<T> {
  try {
    return await ask(context.get(shopContext))
  } catch (error) {
    const isRefused = isRefusal(error)
    if (!isRefused) console.error(error)
    throw data(null, { status: isRefused ? errorStatuses[error.code] : 500 })
  }
}

function isRefusal(error: unknown): error is Error & { code: ErrorCode } {
  // Errors of Node (ECONNREFUSED, ERR_…) and of PostgreSQL (five characters) have codes too, but none of the shop's.
  return error instanceof Error && 'code' in error && Object.hasOwn(errorStatuses, String(error.code))
}
