import { type SettingName, settingsTable } from '@camilan/contract/settings'
import type { Choice } from '@camilan/contract/settings/kinds'
import { SelectField, TextAreaField, TextField } from '~/ui/fields/field'
import { NumberField } from '~/ui/fields/number-field'
import { Options } from '~/ui/fields/options'
import { TickRow } from '~/ui/fields/tick-row'
import { Group } from './section-form'
import { choicesOf } from './section-values'
import type { Section } from './use-section-form'

interface FieldProps {
  section: Section
  name: SettingName
}

/** The field of a setting, as its entry in the table describes it. */
export function SettingField({ section, name }: FieldProps) {
  const { label, hint, control } = settingsTable[name]
  switch (control.kind) {
    case 'line':
    case 'year':
      return <TextField label={label} hint={hint} {...control.attributes} {...section.field(name)} />
    case 'text':
      return <TextAreaField label={label} hint={hint} {...control.attributes} {...section.field(name)} />
    case 'number':
      return <NumberField label={label} hint={hint} {...section.numberField(name)} />
    case 'rupiah':
      return <NumberField label={`${label} (Rp)`} hint={hint} {...section.numberField(name)} />
    case 'choice':
      return <ChoiceField control={control} section={section} name={name} />
    case 'switch':
      return <TickRow label={label} hint={hint} {...section.tick(name)} />
    case 'switches':
      return Object.entries(control.parts).map(([part, words]) => (
        <TickRow key={part} {...words} {...section.tick(`${name}.${part}`)} />
      ))
    case 'picture':
    case 'own':
      throw new Error(`${name} has no plain field`)
  }
}

function ChoiceField({ control, section, name }: FieldProps & { control: Choice }) {
  const { label, hint } = settingsTable[name]
  const stored = section.stored(name)
  const choices = choicesOf(control, stored)
  const { readOnly, ...field } = section.field(name)
  if (readOnly) return <TextField label={label} hint={field.hint} readOnly value={choices.get(String(stored))} />
  return (
    <SelectField label={label} hint={hint} {...field}>
      <Options values={[...choices.keys()]} labels={Object.fromEntries(choices)} />
    </SelectField>
  )
}

/** The fields of settings. Short ones are beside each other, and switches below the heading of those before them. */
export function SettingFields({ section, names }: { section: Section; names: readonly SettingName[] }) {
  return groupsOf(names).map(({ kind, names: [first, ...others] }) => {
    const fields = [first, ...others].map((name) => <SettingField key={name} section={section} name={name} />)
    const { label, hint, control } = settingsTable[first]
    if (control.kind === 'switches') {
      return (
        <Group key={first} legend={label} hint={hint}>
          <div>{fields}</div>
        </Group>
      )
    }
    if (kind === 'switch') return <div key={first}>{fields}</div>
    if (kind === 'wide' || others.length === 0) return fields
    return (
      <div key={first} className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
        {fields}
      </div>
    )
  })
}

interface FieldGroup {
  kind: 'wide' | 'short' | 'switch'
  names: [SettingName, ...SettingName[]]
}

function groupsOf(names: readonly SettingName[]): FieldGroup[] {
  const groups: FieldGroup[] = []
  for (const name of names) {
    const { control } = settingsTable[name]
    const isWide = 'attributes' in control
    const kind = isWide ? 'wide' : control.kind.startsWith('switch') ? 'switch' : 'short'
    const last = groups.at(-1)
    if (last?.kind === kind && control.kind !== 'switches') last.names.push(name)
    else groups.push({ kind, names: [name] })
  }
  return groups
}
