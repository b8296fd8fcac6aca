import { maxLengths } from '@camilan/contract/lengths'
import { placeKinds } from '@camilan/contract/places'
import { success } from '@camilan/contract/wire'
import { AdminZones } from '@camilan/contract/zones'
import { type FormEvent, useEffect, useState } from 'react'
import { api } from '~/platform/api/api'
import { ApiError, sentenceOf } from '~/platform/api/api-error'
import { useMutation } from '~/platform/api/use-mutation'
import { useDraft } from '~/platform/forms/use-draft'
import { Button } from '~/ui/ask/button'
import { DialogButtons } from '~/ui/ask/dialog'
import { CloseButton } from '~/ui/ask/icon-button'
import { lostQuestion, useLeaveQuestion } from '~/ui/ask/leave-guard'
import { FormProblem } from '~/ui/ask/notice'
import { TextField } from '~/ui/fields/field'
import { PlaceField } from '~/ui/fields/place-field'
import { DraftNotice } from '~/ui/form/draft-notice'
import { ServiceFields } from './service-fields'
import { bodyOf, formOf, newService, newZone, TypedZone, typedZone, type Zone } from './zone-values'

interface ZoneFormProps {
  stored: Pick<AdminZones, 'version' | 'zones'>
  /** The index of the zone; that of a new one comes after all others. */
  index: number
  onClose: () => void
}

export const saveZones = (version: number, zones: readonly object[]) =>
  api.put('/api/admin/zones', { version, zones }, success(AdminZones))

/** The key of a draft: zones have no ids, and a name belongs to one of them. */
export const draftOf = (zone: Zone | undefined) => `zone:${zone?.name ?? ''}`

/** What is typed is kept until it is saved or cancelled. */
function useZone({ stored: { version, zones }, index, onClose }: ZoneFormProps) {
  const before = zones[index]
  const draft = useDraft(draftOf(before), TypedZone)
  const [initial] = useState(() => (before ? typedZone(before) : newZone()))
  const [zone, setZone] = useState<TypedZone>(draft.restored ?? initial)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<string>()
  useLeaveQuestion(draft.isLost, lostQuestion)
  const isUntouched = JSON.stringify(bodyOf(zone)) === JSON.stringify(bodyOf(initial))
  const { keep } = draft
  useEffect(() => keep(isUntouched ? null : zone), [isUntouched, zone, keep])

  const { pending, run } = useMutation({
    do: () =>
      saveZones(version, [...zones.slice(0, index).map(formOf), bodyOf(zone), ...zones.slice(index + 1).map(formOf)]),
    done() {
      draft.discard()
      onClose()
    },
    failed(error) {
      const prefix = `zones.${index}.`
      const fields = Object.entries(error instanceof ApiError ? error.fields : {})
      const own = fields.filter(([field]) => field.startsWith(prefix))
      setErrors(Object.fromEntries(own.map(([field, sentence]) => [field.slice(prefix.length), sentence])))
      const others = fields.filter(([field]) => !field.startsWith(prefix)).map(([, sentence]) => sentence)
      const isSaid = own.length > 0 && others.length === 0
      setProblem(isSaid ? undefined : others.join(' ') || sentenceOf(error, 'Zona belum tersimpan. Silakan coba lagi.'))
    },
    revalidate: 'both',
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    setErrors({})
    setProblem(undefined)
    void run()
  }
  return {
    zone,
    change: (part: Partial<TypedZone>) => setZone((former) => ({ ...former, ...part })),
    errors,
    problem,
    pending,
    submit,
    isRestored: draft.restored !== null && !isUntouched,
    forget() {
      draft.discard()
      setZone(initial)
    },
  }
}

/** One zone. */
export function ZoneForm(props: ZoneFormProps) {
  const { zone, change, errors, problem, pending, submit, isRestored, forget } = useZone(props)
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {isRestored && <DraftNotice onDiscard={forget} />}
      <FormProblem sentence={problem} />
      <TextField
        label="Nama zona"
        hint="Hanya Anda yang melihatnya."
        maxLength={maxLengths.zone}
        value={zone.name}
        onChange={({ currentTarget: { value } }) => change({ name: value })}
        error={errors.name}
      />
      <Places places={zone.places} error={errors.places} onChange={(places) => change({ places })} />
      <div className="grid gap-3">
        <h3 className="font-bold">Layanan</h3>
        {errors.services && <p className="text-13 font-semibold text-danger">{errors.services}</p>}
        {zone.services.map((service, at) => (
          <ServiceFields
            key={service.key}
            service={service}
            number={at + 1}
            errorOf={(field) => errors[`services.${at}.${field}`]}
            onChange={(changed) => change({ services: zone.services.with(at, changed) })}
            onRemove={zone.services.length > 1 ? () => change({ services: zone.services.toSpliced(at, 1) }) : undefined}
          />
        ))}
        <div>
          <Button variant="quiet" onClick={() => change({ services: [...zone.services, newService(zone.services)] })}>
            Tambah layanan
          </Button>
        </div>
      </div>
      <DialogButtons
        yes="Simpan zona"
        pending={pending}
        onCancel={() => {
          forget()
          props.onClose()
        }}
      />
    </form>
  )
}

interface PlacesProps {
  places: TypedZone['places']
  error: string | undefined
  onChange: (places: TypedZone['places']) => void
}

function Places({ places, error, onChange }: PlacesProps) {
  const [text, setText] = useState('')
  return (
    <div className="grid gap-2">
      <PlaceField
        label="Daerah"
        hint="Provinsi, kabupaten, kota, atau kecamatan. Yang lebih kecil didahulukan."
        error={error}
        kinds={placeKinds}
        text={text}
        isChosen={false}
        onText={setText}
        onChoose={(place) => {
          setText('')
          onChange([...places.filter(({ code }) => code !== place.code), place])
        }}
      />
      {places.length > 0 && (
        <ul aria-label="Daerah zona ini" className="flex flex-wrap gap-2">
          {places.map(({ code, name }) => (
            <li key={code} className="flex min-w-0 items-center rounded-xl bg-soft pl-3">
              <span className="min-w-0 wrap-anywhere">{name}</span>
              <CloseButton
                small
                label={`Hapus ${name}`}
                onClick={() => onChange(places.filter((other) => other.code !== code))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
