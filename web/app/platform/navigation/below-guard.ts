/** Below a guard the server renders the fallback of the page, whose content is loaded in the browser. */
export const isBelowGuard = (routes: readonly { id?: string }[]): boolean =>
  routes.some(({ id }) => id === 'signed-in-guard' || id === 'admin-guard')
