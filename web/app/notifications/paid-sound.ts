/** Two soft tones for an order that was paid. Off until somebody switches them on: browsers want a gesture first. */
import { readStored, writeStored } from '~/platform/storage'
import { createStore } from '~/platform/store'

const storedAs = 'paid-sound'
const lockName = 'camilan-paid-sound'
const tones = [
  { hertz: 659, atSeconds: 0 },
  { hertz: 880, atSeconds: 0.18 },
]
const toneSeconds = 0.4
const loudness = 0.15

let audio: AudioContext | undefined

export const paidSound = createStore(false)

/** What was chosen in an earlier visit. */
export function recallPaidSound(): void {
  paidSound.set(readStored(storedAs) === 'on')
}

/** Call it from a click. Switching on lets the tones be heard. */
export function switchPaidSound(on: boolean): void {
  writeStored(storedAs, on ? 'on' : null)
  paidSound.set(on)
  if (on) void play()
}

/** Once, however many tabs are told of the order. */
export async function ringPaidSound(): Promise<void> {
  if (!paidSound.get()) return
  if (!('locks' in navigator)) return play()
  await navigator.locks.request(lockName, { ifAvailable: true }, (lock) => (lock ? play() : undefined))
}

/** Until the tones have faded. Without a gesture on this page yet the browser keeps silent. */
async function play(): Promise<void> {
  audio ??= new AudioContext()
  const context = audio
  void context.resume()
  const ends = tones.map(({ hertz, atSeconds }) => {
    const start = context.currentTime + atSeconds
    const gain = new GainNode(context, { gain: 0 })
    gain.gain.setValueAtTime(0, start)
    gain.gain.linearRampToValueAtTime(loudness, start + 0.02)
    gain.gain.exponentialRampToValueAtTime(0.001, start + toneSeconds)
    const tone = new OscillatorNode(context, { frequency: hertz })
    tone.connect(gain).connect(context.destination)
    tone.start(start)
    tone.stop(start + toneSeconds)
    return start + toneSeconds
  })
  const last = Math.max(...ends) - context.currentTime
  await new Promise((resolve) => setTimeout(resolve, last * 1_000))
}
