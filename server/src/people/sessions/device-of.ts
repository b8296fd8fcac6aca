import { UAParser } from 'ua-parser-js'

export interface Device {
  /** Null for a program that is no browser, and for a session of a former release. */
  browser: string | null
  system: string | null
}

/** What people call otherwise than the library does. */
const browserNames: Record<string, string> = {
  'Mobile Safari': 'Safari',
  'Chrome WebView': 'Chrome',
  'Chrome Headless': 'Chrome',
  UCBrowser: 'UC Browser',
  GSA: 'Aplikasi Google',
}
const systemNames: Record<string, string> = { 'Mac OS': 'Mac', 'Chromium OS': 'Chromebook' }

/** Browser and system in the words of the screen, by the user agent of a login, which anybody can forge. */
export function deviceOf(userAgent: string | null): Device {
  const { browser, os, device } = new UAParser(userAgent ?? '').getResult()
  // Safari on an iPad calls itself one of a Mac.
  if (browser.name === 'Safari' && os.name === 'Mac OS') return { browser: 'Safari', system: 'Mac atau iPad' }
  const system = device.vendor === 'Apple' ? (device.model ?? os.name) : os.name
  return { browser: inWords(browserNames, browser.name), system: inWords(systemNames, system) }
}

const inWords = (words: Record<string, string>, name: string | undefined) =>
  name === undefined ? null : (words[name] ?? name)
