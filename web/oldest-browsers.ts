/**
 * The oldest browsers in which the shop works. The build translates syntax and style for them (`vite.config.ts`), and a test
 * names what the built files call beyond them (`server/src/oldest-browsers.test.ts`).
 *
 * Safari below 15.4 has no `<dialog>`; Firefox below 113 lacks a stream that React Router needs, and 115 is the one that its
 * maker keeps for old systems.
 */
export const oldestBrowsers = { chrome: 93, safari: 15.4, firefox: 115 }
