import {
  AdminSettings,
  type SettingName,
  SettingsChange,
  type ShopSettings,
  settingsTable,
} from '@camilan/contract/settings'
import type { Section as DescribedSection } from '@camilan/contract/settings/section'
import { success } from '@camilan/contract/wire'
import Lock from 'lucide-react/icons/lock'
import { useEffect, useMemo, useRef } from 'react'
import {
  type FieldError,
  type FieldErrors,
  type FieldValues,
  get,
  type Resolver,
  set,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import * as z from 'zod/mini'
import { api } from '~/platform/api/api'
import { ApiError, sentenceOf } from '~/platform/api/api-error'
import { useMutation } from '~/platform/api/use-mutation'
import { questionOf, readNumber } from '~/platform/forms/typed-number'
import { useDraft } from '~/platform/forms/use-draft'
import { toast } from '~/platform/state/toasts'
import { numberProps } from '~/ui/fields/number-field'
import type { SectionProps } from './section'
import { changedFields, changesOf, choicesOf, pathsOf, settingIn, typedOf } from './section-values'

/** The settings of a section whose entries have a control of their own. It must be the same object at each render. */
export interface OwnControls {
  /** The form values of these settings. */
  valuesOf: (settings: ShopSettings) => FieldValues
  /** These settings in the form, as a change of all of them. The schema checks them. */
  changeOf: (values: FieldValues) => Record<string, unknown>
  /** The paths of the fields that hold a number. */
  numbers?: readonly string[]
}

interface SectionForm extends SectionProps {
  section: DescribedSection
  own?: OwnControls
}

type Form = UseFormReturn<FieldValues, unknown, SettingsChange>

/** The form of all settings of a section. */
function controlsOf({ settings }: DescribedSection, own?: OwnControls): Required<OwnControls> {
  const plain = Object.entries(settings).filter(([, { control }]) => !['own', 'picture'].includes(control.kind))
  const numbers = plain.filter(([, { control }]) => control.kind === 'number' || control.kind === 'rupiah')
  return {
    valuesOf: (values) => ({
      ...Object.fromEntries(plain.map(([name, { control }]) => [name, typedOf(control, values[name as SettingName])])),
      ...own?.valuesOf(values),
    }),
    changeOf: (values) => ({
      ...Object.fromEntries(plain.map(([name, { control }]) => [name, settingIn(control, values[name])])),
      ...own?.changeOf(values),
    }),
    numbers: [...numbers.map(([name]) => name), ...(own?.numbers ?? [])],
  }
}

const SectionDraft = z.object({ texts: z.record(z.string(), z.union([z.string(), z.boolean()])) })

/**
 * The form of one section. It sends the differences from the shop's settings, and follows them: a field that the person has
 * not touched shows a newer value as soon as it is known. If another administrator has changed the same field meanwhile,
 * the form says so and keeps the typed value.
 */
export function useSectionForm({ section, own, ...props }: SectionForm) {
  const { admin, onSettings } = props
  const controls = useMemo(() => controlsOf(section, own), [section, own])
  const { valuesOf } = controls
  const current = valuesOf(admin.settings)
  const form: Form = useForm({ defaultValues: current, resolver: resolverFor(controls, current) })
  const { errors, isSubmitting, dirtyFields } = form.formState
  const { isRestored, discard } = useSectionDraft(form, { ...props, id: section.id, valuesOf })

  function show(saved: AdminSettings) {
    discard()
    form.reset(valuesOf(saved.settings))
  }

  const { run } = useMutation({
    do: async (change: SettingsChange) => {
      if (Object.keys(change).length === 0) return null
      const body = { ...change, version: admin.version }
      return api.put('/api/admin/settings', body, success(AdminSettings))
    },
    done: (saved) => {
      show(saved?.data ?? admin)
      if (saved) onSettings(saved.data)
      toast(saved ? 'Pengaturan tersimpan' : 'Tidak ada yang diubah')
    },
    failed: (error) => {
      form.setError('root', { message: sentenceOf(error, 'Gagal menyimpan pengaturan. Silakan coba lagi.') })
      if (!(error instanceof ApiError)) return
      const newer = z.safeParse(AdminSettings, error.data)
      if (error.code === 'SETTINGS_CHANGED' && newer.success) {
        showConflicts(form, current, valuesOf(newer.data.settings))
        onSettings(newer.data)
      }
      for (const [field, message] of Object.entries(error.fields)) {
        if (typeof get(form.getValues(), field) === 'string') form.setError(field, { message })
      }
    },
  })

  return {
    ...fieldsOf(form, admin),
    form,
    problem: errors.root?.message,
    isDirty: Object.keys(dirtyFields).length > 0,
    isRestored,
    pending: isSubmitting,
    submit: form.handleSubmit((change) => run(change)),
    forget: () => show(admin),
  }
}

export type Section = ReturnType<typeof useSectionForm>

interface DraftOptions extends SectionProps, Pick<OwnControls, 'valuesOf'> {
  id: string
}

/** Restores and keeps the draft of a section, and follows newer settings. */
function useSectionDraft(form: Form, { admin: { settings }, onUnsaved, id, valuesOf }: DraftOptions) {
  const { restored, isLost, keep, discard } = useDraft(`settings:${id}`, SectionDraft)

  // Set after the defaults, so that the fields count as changed.
  const unset = useRef(restored?.texts)
  useEffect(() => {
    const known = pathsOf(form.getValues())
    for (const [path, text] of Object.entries(unset.current ?? {})) {
      if (known.includes(path)) form.setValue(path, text, { shouldDirty: true })
    }
    unset.current = undefined
  }, [form])

  useEffect(() => {
    form.reset(valuesOf(settings), { keepDirtyValues: true, keepErrors: true })
  }, [form, settings, valuesOf])

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          const texts = changedFields(values, valuesOf(settings))
          keep(Object.keys(texts).length > 0 ? { texts } : null)
        },
      }),
    [form, settings, valuesOf, keep],
  )
  useEffect(() => onUnsaved(id, isLost), [onUnsaved, id, isLost])
  return { isRestored: restored !== null, discard }
}

/** Marks the fields that were changed both here and by another administrator. */
function showConflicts(form: Form, current: FieldValues, newer: FieldValues) {
  const mine = changedFields(form.getValues(), current)
  for (const [path, now] of Object.entries(changedFields(newer, current))) {
    if (mine[path] === undefined || mine[path] === now) continue
    form.setError(path, { message: `Sekarang ${shown(path, now)}. Simpan lagi untuk memakai isian Anda.` })
  }
}

function shown(path: string, now: string | boolean): string {
  if (typeof now === 'boolean') return now ? 'menyala' : 'mati'
  const control = settingsTable[path as SettingName]?.control
  const text = control?.kind === 'choice' ? choicesOf(control, settingIn(control, now)).get(now) : now
  return text ? `“${text}”` : 'kosong'
}

/** The props of the fields of a section. */
function fieldsOf(form: Form, { settings, locked }: AdminSettings) {
  /** The sentence about a setting, also of one without a field. */
  const errorOf = (path: string) => (get(form.formState.errors, path) as FieldError | undefined)?.message
  const field = (path: string) => {
    const variable = locked[path.split('.')[0] as SettingName]
    return {
      ...form.register(path),
      error: errorOf(path),
      ...(variable !== undefined && { readOnly: true, hint: <LockedHint variable={variable} /> }),
    }
  }
  return {
    field,
    numberField: (path: string) => ({ ...field(path), ...numberProps(form, path) }),
    /** The props of a check box. */
    tick: (path: string) => form.register(path),
    stored: (name: SettingName) => settings[name],
    errorOf,
  }
}

/** The reason why a field can't be changed here, and the variable that decides it. */
function LockedHint({ variable }: { variable: string }) {
  return (
    <span className="flex items-start gap-1.5">
      <Lock aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <span>
        Diatur di server dengan <code className="font-semibold">{variable}</code>, jadi tidak bisa diubah di sini.
      </span>
    </span>
  )
}

/** The differences from the current settings, checked by the contract. */
function resolverFor(
  { changeOf, numbers }: Required<OwnControls>,
  current: FieldValues,
): Resolver<FieldValues, unknown, SettingsChange> {
  return (values) => {
    const errors: FieldErrors<FieldValues> = {}
    for (const path of numbers) {
      const read = readNumber(String(get(values, path) ?? ''))
      if (read.kind === 'ambiguous') set(errors, path, { type: 'ambiguous', message: questionOf(read.readings) })
    }
    const change = changesOf(changeOf(values), changeOf(current))
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
