import { AdminSettings, type SettingName, SettingsChange, type ShopSettings } from '@camilan/contract/settings'
import { success } from '@camilan/contract/wire'
import { Lock } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { type FieldError, type FieldErrors, type FieldValues, get, type Resolver, set, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { useAccountId } from '~/accounts/me'
import { api } from '~/platform/api'
import { ApiError, sentenceOf } from '~/platform/api-error'
import { toast } from '~/platform/toasts'
import { formatTyped, questionOf, readNumber } from '~/platform/typed-number'
import { useDraft } from '~/platform/use-draft'
import { useMutation } from '~/platform/use-mutation'
import type { SectionProps } from './section'
import { changesOf, differing, pathsOf } from './section-values'

interface SectionForm extends SectionProps {
  /** The name of the draft. */
  id: string
  /** The form values of these settings. It must be the same function at each render. */
  valuesOf: (settings: ShopSettings) => FieldValues
  /** The settings in the form, as a change of all of them. The schema checks them. */
  changeOf: (values: FieldValues) => Record<string, unknown>
  /** The paths of the fields that hold a number. */
  numbers?: readonly string[]
}

/** The settings whose parts are compared separately: another administrator may change another part. */
const inParts = ['cities', 'mails', 'alerts'] as const

const SectionDraft = z.object({ texts: z.record(z.string(), z.union([z.string(), z.boolean()])) })

/**
 * The form of one section. It sends the differences from the shop's settings, and follows them: a field that the person has
 * not touched shows a newer value as soon as it is known. If another administrator has changed the same field meanwhile,
 * the form says so and keeps the typed value.
 */
export function useSectionForm({ admin, onSettings, onUnkept, id, valuesOf, changeOf, numbers = [] }: SectionForm) {
  const draft = useDraft(`settings:${id}`, useAccountId(), SectionDraft)
  const current = valuesOf(admin.settings)
  const form = useForm<FieldValues, unknown, SettingsChange>({
    defaultValues: current,
    resolver: resolverFor({ changeOf, numbers, current }),
  })
  const { errors, isSubmitting, dirtyFields } = form.formState
  const isDirty = Object.keys(dirtyFields).length > 0

  // Set after the defaults, so that the fields count as changed.
  const restored = useRef(draft.restored?.texts)
  useEffect(() => {
    const known = pathsOf(form.getValues())
    for (const [path, text] of Object.entries(restored.current ?? {})) {
      if (known.includes(path)) form.setValue(path, text, { shouldDirty: true })
    }
    restored.current = undefined
  }, [form])

  const { settings } = admin
  useEffect(() => {
    form.reset(valuesOf(settings), { keepDirtyValues: true, keepErrors: true })
  }, [form, settings, valuesOf])

  const { keep, discard } = draft
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          const texts = differing(values, valuesOf(settings))
          if (Object.keys(texts).length > 0) keep({ texts })
          else discard()
        },
      }),
    [form, settings, valuesOf, keep, discard],
  )
  const { isLost } = draft
  useEffect(() => onUnkept(id, isLost), [onUnkept, id, isLost])

  function forget() {
    discard()
    form.reset(valuesOf(settings))
  }

  const { run } = useMutation({
    do: async (change: SettingsChange) => {
      if (Object.keys(change).length === 0) return null
      const body = { ...change, version: admin.version }
      return api.put('/api/admin/settings', body, success(AdminSettings))
    },
    done: (saved) => {
      discard()
      if (saved) {
        form.reset(valuesOf(saved.data.settings))
        onSettings(saved.data)
      } else forget()
      toast(saved ? 'Pengaturan tersimpan' : 'Tidak ada yang diubah')
    },
    failed: (error) => {
      form.setError('root', { message: sentenceOf(error, 'Gagal menyimpan pengaturan. Silakan coba lagi.') })
      if (!(error instanceof ApiError)) return
      const newer = z.safeParse(AdminSettings, error.data)
      if (error.code === 'SETTINGS_CHANGED' && newer.success) {
        showConflicts(valuesOf(newer.data.settings))
        onSettings(newer.data)
      }
      for (const [field, message] of Object.entries(error.fields)) {
        if (typeof get(form.getValues(), field) === 'string') form.setError(field, { message })
      }
    },
  })

  /** Fields that were changed both here and by another administrator. */
  function showConflicts(newer: FieldValues) {
    const values = form.getValues()
    const mine = differing(values, current)
    for (const [path, now] of Object.entries(differing(newer, current))) {
      if (mine[path] === undefined || mine[path] === now) continue
      const shown = now === '' ? 'kosong' : now === true ? 'menyala' : now === false ? 'mati' : `“${now}”`
      form.setError(path, { message: `Sekarang ${shown}. Simpan lagi untuk memakai isian Anda.` })
    }
  }

  const errorAt = (path: string) => get(errors, path) as FieldError | undefined
  const variableOf = (path: string) => admin.locked[path.split('.')[0] as SettingName]
  const field = (path: string) => {
    const variable = variableOf(path)
    return {
      ...form.register(path),
      error: errorAt(path)?.message,
      ...(variable !== undefined && { readOnly: true, hint: <LockedHint variable={variable} /> }),
    }
  }
  const numberField = (path: string) => {
    const text = String(form.watch(path) ?? '')
    const read = readNumber(text)
    const asks = errorAt(path)?.type === 'ambiguous' && read.kind === 'ambiguous'
    return {
      ...field(path),
      written: text,
      choices: asks ? read.readings : [],
      onChoose: (number: number) => {
        form.setValue(path, formatTyped(number), { shouldDirty: true, shouldValidate: true })
        form.setFocus(path)
      },
    }
  }
  return {
    form,
    field,
    numberField,
    /** Props of a check box. */
    tick: (path: string) => form.register(path),
    isLocked: (name: SettingName) => admin.locked[name] !== undefined,
    /** The sentence of a setting that has no field of its own. */
    errorOf: (path: string): string | undefined => errorAt(path)?.message,
    problem: errors.root?.message,
    isDirty,
    isRestored: draft.restored !== null,
    pending: isSubmitting,
    submit: form.handleSubmit((change) => run(change)),
    forget,
  }
}

export type Section = ReturnType<typeof useSectionForm>

/** The reason why a field can't be changed here, and the variable that decides it. */
export function LockedHint({ variable }: { variable: string }): ReactNode {
  return (
    <span className="flex items-start gap-1.5">
      <Lock aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <span>
        Diatur di server dengan <code className="font-semibold">{variable}</code>, jadi tidak dapat diubah di sini.
      </span>
    </span>
  )
}

interface Reading {
  changeOf: SectionForm['changeOf']
  numbers: readonly string[]
  current: FieldValues
}

/** The differences from the current settings, checked by the contract. */
function resolverFor({ changeOf, numbers, current }: Reading): Resolver<FieldValues, unknown, SettingsChange> {
  return (values) => {
    const errors: FieldErrors<FieldValues> = {}
    for (const path of numbers) {
      const read = readNumber(String(get(values, path) ?? ''))
      if (read.kind === 'ambiguous') set(errors, path, { type: 'ambiguous', message: questionOf(read.readings) })
    }
    const change = changesOf(changeOf(values), changeOf(current), inParts)
    const checked = z.safeParse(SettingsChange, change)
    for (const { path, message } of checked.error?.issues ?? []) {
      const field = path.join('.')
      if (!get(errors, field)) set(errors, field, { type: 'contract', message })
    }
    return checked.success && Object.keys(errors).length === 0
      ? { values: checked.data, errors: {} }
      : { values: {}, errors }
  }
}
