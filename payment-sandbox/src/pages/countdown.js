import { element } from './dom.js'
import { clockText } from './numbers.js'

/** The time left on the sandbox's clock, updated each second while it is on the page. */
export function countdown({ now, expires_at: expiresAt }) {
  const leftMs = Date.parse(expiresAt) - Date.parse(now)
  const startedAt = performance.now()
  const clock = element('strong', { className: 'countdown', role: 'timer' })
  const tick = () => {
    const seconds = Math.max(0, Math.ceil((leftMs - (performance.now() - startedAt)) / 1000))
    clock.textContent = clockText(seconds)
  }
  tick()
  const ticking = setInterval(() => (clock.isConnected ? tick() : clearInterval(ticking)), 1000)
  return clock
}
