import Volume2 from 'lucide-react/icons/volume-2'
import VolumeX from 'lucide-react/icons/volume-x'
import { useEffect } from 'react'
import { readStored, writeStored } from '~/platform/state/storage'
import { createStore, useStore } from '~/platform/state/store'
import { IconButton } from '~/ui/ask/icon-button'

/** Two soft tones for a paid order. Off until the user switches them on, because browsers require a user gesture first. */

const storedAs = 'paid-sound'
const lockName = 'camilan-paid-sound'
const tones = [
  { hertz: 659, atSeconds: 0 },
  { hertz: 880, atSeconds: 0.18 },
]
const toneSeconds = 0.4
const loudness = 0.15

let audio: AudioContext | undefined

const paidSound = createStore(false)

/** Reads the choice of an earlier visit. */
function restorePaidSound(): void {
  paidSound.set(readStored(storedAs) === 'on')
}

/** Call it from a click handler. Switching on plays the tones once. */
function switchPaidSound(on: boolean): void {
  writeStored(storedAs, on ? 'on' : null)
  paidSound.set(on)
  if (on) void play()
}

/** Plays once, however many tabs are open. */
export async function playPaidSound(): Promise<void> {
  if (!paidSound.get()) return
  if (!('locks' in navigator)) return play()
  await navigator.locks.request(lockName, { ifAvailable: true }, (lock) => (lock ? play() : undefined))
}

/** Resolves when the tones have ended. Before the first user gesture on the page the browser plays nothing. */
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

export function PaidSoundSwitch() {
  const on = useStore(paidSound)
  useEffect(restorePaidSound, [])
  return (
    <IconButton
      icon={on ? Volume2 : VolumeX}
      label="Bunyi saat pesanan dibayar"
      aria-pressed={on}
      onClick={() => switchPaidSound(!on)}
    />
  )
}
