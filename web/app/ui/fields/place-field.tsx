import { fullNameOf } from '@camilan/contract/place-codes'
import type { Place, PlaceKind } from '@camilan/contract/places'
import { type ComponentProps, type KeyboardEvent, useEffect, useId, useState } from 'react'
import { api, uncheckedData } from '~/platform/api/api'
import { useLayer } from '~/platform/pages/layers'
import { Field } from './field'
import { movedTo, OptionList } from './option-list'

/** A place with its full name: `Beji, Kota Depok`. */
export interface ChosenPlace {
  code: string
  name: string
}

interface PlaceFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  label: string
  hint?: string
  error?: string | undefined
  /** What is typed, or the name of the chosen place. */
  text: string
  /** The text is that of a chosen place. */
  isChosen: boolean
  onText: (text: string) => void
  onChoose: (place: ChosenPlace) => void
  /** Without them no province is offered. */
  kinds?: readonly PlaceKind[]
}

/** Between the last key and the question. */
const quietMs = 200
const shortestText = 2
const addresses: readonly PlaceKind[] = ['kota', 'kabupaten', 'kecamatan']

/** A place is found by typing a part of its name. Typing more forgets the chosen one. */
export function PlaceField({
  label,
  hint,
  error,
  text,
  isChosen,
  onText,
  onChoose,
  kinds = addresses,
  ...input
}: PlaceFieldProps) {
  const listId = useId()
  const { options, state, isOpen, active, open, choose, onKeyDown, onBlur } = useOptions({
    text,
    isChosen,
    onChoose,
    kinds,
  })
  return (
    <div>
      <Field label={label} hint={hint} error={error}>
        {(control) => (
          <div className="relative">
            <input
              type="text"
              autoComplete="off"
              enterKeyHint="done"
              {...input}
              {...control}
              role="combobox"
              aria-autocomplete="list"
              aria-expanded={isOpen}
              aria-controls={listId}
              aria-activedescendant={isOpen && active >= 0 ? `${listId}-${active}` : undefined}
              value={text}
              onChange={({ currentTarget: { value } }) => {
                open()
                onText(value)
              }}
              onFocus={open}
              onBlur={(event) => {
                onBlur()
                input.onBlur?.(event)
              }}
              onKeyDown={onKeyDown}
              className="control"
            />
            {isOpen && (
              <OptionList
                id={listId}
                label="Daerah"
                options={options}
                active={active}
                onChoose={({ place }) => choose(place)}
                className="inset-x-0 max-h-72"
              />
            )}
          </div>
        )}
      </Field>
      <p role="status" className="text-13 text-muted not-empty:mt-1.5">
        {isOpen ? <span className="sr-only">{`${options.length} daerah ditemukan`}</span> : sentences[state]}
      </p>
    </div>
  )
}

type Choice = Pick<PlaceFieldProps, 'text' | 'isChosen' | 'onChoose'> & { kinds: readonly PlaceKind[] }

/** The list of a text that is not chosen. It is open from the focus or the next key until it is closed. */
function useOptions({ text, isChosen, onChoose, kinds }: Choice) {
  const [isWanted, setIsWanted] = useState(false)
  const [active, setActive] = useState(-1)
  const isUnchosen = !isChosen && text.trim() !== ''
  const { places, state } = usePlaces(isWanted && isUnchosen ? text : '', kinds)
  const options = places.map((place) => ({
    key: place.code,
    place,
    label: fullNameOf(place),
    note: place.within?.split(', ').at(-1),
  }))
  const isOpen = options.length > 0
  const close = () => setIsWanted(false)
  function open() {
    setActive(-1)
    setIsWanted(true)
  }
  useLayer(isOpen, close)
  function choose(place: Place) {
    close()
    onChoose({ code: place.code, name: fullNameOf(place) })
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    // A text that is not chosen yet is not sent with the form around it.
    if (event.key === 'Enter' && isUnchosen) event.preventDefault()
    if (!isOpen && event.key === 'ArrowDown') open()
    if (!isOpen) return
    const next = movedTo(active, event.key, options.length)
    const chosen = options[active] ?? options[0]
    if (next !== undefined) setActive(next)
    else if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && chosen) choose(chosen.place)
    else return
    event.preventDefault()
  }
  function onBlur() {
    const named = options.find((option) => option.label.toLowerCase() === text.trim().toLowerCase())
    if (named) choose(named.place)
    else close()
  }
  return { options, state, isOpen, active, open, choose, onKeyDown, onBlur }
}

type State = 'idle' | 'asking' | 'none' | 'failed'

const sentences: Record<State, string> = {
  idle: '',
  asking: 'Mencari...',
  none: 'Tidak ada kota, kabupaten, atau kecamatan dengan nama itu. Periksa ejaannya.',
  failed: 'Daftar daerah belum bisa dimuat. Periksa internet Anda, lalu ketik lagi.',
}

interface Found {
  text: string
  places: readonly Place[]
  state: State
}

/** Asks after each pause between keys. */
function usePlaces(text: string, kinds: readonly PlaceKind[]): Pick<Found, 'places' | 'state'> {
  const [found, setFound] = useState<Found>()
  const wanted = text.trim()
  const allowed = kinds.join()
  useEffect(() => {
    if (wanted.length < shortestText) return
    const asking = new AbortController()
    const { signal } = asking
    const ask = async () => {
      const path = `/api/places?${new URLSearchParams({ query: wanted })}`
      const { data } = await api.get(path, uncheckedData<Place[]>(), { signal, background: true })
      const places = data.filter(({ kind }) => allowed.includes(kind))
      setFound({ text: wanted, places, state: places.length === 0 ? 'none' : 'idle' })
    }
    const timer = setTimeout(() => {
      ask().catch(() => signal.aborted || setFound({ text: wanted, places: [], state: 'failed' }))
    }, quietMs)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [wanted, allowed])
  if (wanted.length < shortestText) return { places: [], state: 'idle' }
  return found?.text === wanted ? found : { places: [], state: 'asking' }
}
