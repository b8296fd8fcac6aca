import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { useDraft } from '~/platform/forms/use-draft'
import { lostQuestion, useLeaveQuestion } from '~/ui/ask/leave-guard'

const Texts = z.record(z.string(), z.string())
const TextDraft = z.object({ texts: Texts, seen: Texts })

export type TextDraft<Name extends string> = ReturnType<typeof useTextDraft<Name>>

/**
 * The draft of a form (`useForm({ draft })`).
 * @param initial  the texts of a form without a draft
 */
export function useTextDraft<Name extends string>(key: string, initial: Readonly<Record<Name, string>>) {
  const draft = useDraft(key, TextDraft)
  useLeaveQuestion(draft.isLost, lostQuestion)
  const ref = useRef<HTMLFormElement>(null)
  const names = Object.keys(initial) as Name[]
  const [seen, setSeen] = useState<Readonly<Record<Name, string>>>({ ...initial, ...draft.restored?.seen })

  function typed(): Record<Name, string> {
    const values = new FormData(ref.current ?? undefined)
    return Object.fromEntries(names.map((name) => [name, String(values.get(name) ?? '')])) as Record<Name, string>
  }

  function write(name: Name, text: string) {
    const control = ref.current?.elements.namedItem(name)
    if (control && 'value' in control) control.value = text
  }

  /** Instead of what is typed, which is discarded. */
  function show(texts: Readonly<Record<Name, string>>) {
    draft.discard()
    setSeen(texts)
    for (const name of names) write(name, texts[name])
  }

  return {
    ref,
    shown: { ...initial, ...draft.restored?.texts } as Readonly<Record<Name, string>>,
    isRestored: draft.restored !== null,
    /** What the person saw when they began to type. */
    seen,
    /** Another device has changed some texts: those that the person has not touched are shown as they are now. */
    follow(present: Readonly<Partial<Record<string, string>>>) {
      const now = { ...seen, ...present } as Readonly<Record<Name, string>>
      const texts = typed()
      for (const name of names) if (texts[name] === seen[name]) write(name, now[name])
      setSeen(now)
    },
    typed,
    onInput() {
      const texts = typed()
      draft.keep(names.some((name) => texts[name] !== initial[name]) ? { texts, seen } : null)
    },
    discard: draft.discard,
    /** Back to the initial texts. */
    forget: () => show(initial),
    show,
  }
}
