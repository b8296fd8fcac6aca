import { maxLengths } from '@camilan/contract/lengths'
import { placeKinds } from '@camilan/contract/places'
import { success } from '@camilan/contract/wire'
import { AdminZones } from '@camilan/contract/zones'
import { type FormEvent, useEffect, useState } from 'react'
import { api } from '~/platform/api/api'
import { ApiError, sentenceOf } from '~/platform/api/api-error'
import { useMutation } from '~/platform/api/use-mutation'
import { useDraft } from '~/platform/forms/use-draft'
import { toast } from '~/platform/state/toasts'
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

export type OpenedZone = Zone | 'new'

interface ZoneFormProps {
  stored: Pick<AdminZones, 'version' | 'zones'>
  /** As it was when its form was opened: another device may have removed it since. */
  opened: OpenedZone
  onClose: () => void
}

export const saveZones = (version: number, zones: readonly object[]) =>
  api.put('/api/admin/zones', { version, zones }, success(AdminZones))

/** The key of a draft: zones have no ids, and a name belongs to one of them. */
export const draftOf = (zone: OpenedZone) => `zone:${zone === 'new' ? '' : zone.name}`

const unchosenPlace = 'Pilih daerahnya dari daftar.'

/** What is typed is kept until it is saved or cancelled. */
function useZone({ stored: { version, zones }, opened, onClose }: ZoneFormProps) {
  const draft = useDraft(draftOf(opened), TypedZone)
  const [initial] = useState(() => (opened === 'new' ? newZone() : typedZone(opened)))
  const [zone, setZone] = useState<TypedZone>(draft.restored ?? initial)
  /** What is typed of a place that is not chosen yet. */
  const [placeText, setPlaceText] = useState('')
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<string>()
  useLeaveQuestion(draft.isLost, lostQuestion)
  const isUntouched = JSON.stringify(bodyOf(zone)) === JSON.stringify(bodyOf(initial))
  const { keep } = draft
  useEffect(() => keep(isUntouched ? null : zone), [isUntouched, zone, keep])

  const stored = zones.findIndex(({ name }) => opened !== 'new' && name === opened.name)
  const index = stored === -1 ? zones.length : stored
  const { pending, run } = useMutation({
    do: () => saveZones(version, zones.map<object>(formOf).toSpliced(index, 1, bodyOf(zone))),
    done() {
      draft.discard()
      toast('Zona disimpan')
      onClose()
    },
    failed(error) {
      const prefix = `zones.${index}.`
      const fields = Object.entries(error instanceof ApiError ? error.fields : {})
      const own = fields.filter(([field]) => field.startsWith(prefix))
      setErrors(
        Object.fromEntries(own.map(([field, sentence]) => [pathIn(zone, field.slice(prefix.length)), sentence])),
      )
      const others = fields.filter(([field]) => !field.startsWith(prefix)).map(([, sentence]) => sentence)
      const isSaid = own.length > 0 && others.length === 0
      setProblem(isSaid ? undefined : others.join(' ') || sentenceOf(error, 'Zona belum tersimpan. Silakan coba lagi.'))
    },
    revalidate: 'both',
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    const isUnchosen = placeText.trim() !== ''
    setErrors(isUnchosen ? { places: unchosenPlace } : {})
    setProblem(undefined)
    if (!isUnchosen) void run()
  }
  return {
    zone,
    placeText,
    setPlaceText,
    change: (part: Partial<TypedZone>) => setZone((former) => ({ ...former, ...part })),
    errors,
    problem,
    pending,
    submit,
    isRestored: draft.restored !== null && !isUntouched,
    forget() {
      draft.discard()
      setZone(initial)
      setPlaceText('')
    },
  }
}

/** A service is named by its key instead of its index, because others may be removed. */
const pathIn = ({ services }: TypedZone, field: string) =>
  field.replace(/^services\.(\d+)\./, (_, at) => `services.${services[Number(at)]?.key}.`)

/** One zone. */
export function ZoneForm(props: ZoneFormProps) {
  const { zone, change, placeText, setPlaceText, errors, problem, pending, submit, isRestored, forget } = useZone(props)
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
      <Places
        places={zone.places}
        text={placeText}
        onText={setPlaceText}
        error={errors.places}
        onChange={(places) => change({ places })}
      />
      <div className="grid gap-3">
        <h3 className="font-bold">Layanan</h3>
        {errors.services && <p className="text-13 font-semibold text-danger">{errors.services}</p>}
        {zone.services.map((service, at) => (
          <ServiceFields
            key={service.key}
            service={service}
            number={at + 1}
            errorOf={(field) => errors[`services.${service.key}.${field}`]}
            onChange={(changed) =>
              change({ services: zone.services.map((one, index) => (index === at ? changed : one)) })
            }
            onRemove={
              zone.services.length > 1
                ? () => change({ services: zone.services.filter((one) => one !== service) })
                : undefined
            }
          />
        ))}
        <div>
          <Button variant="quiet" onClick={() => change({ services: [...zone.services, newService()] })}>
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
  text: string
  onText: (text: string) => void
  error: string | undefined
  onChange: (places: TypedZone['places']) => void
}

function Places({ places, text, onText, error, onChange }: PlacesProps) {
  return (
    <div className="grid gap-2">
      <PlaceField
        label="Daerah"
        hint="Provinsi, kabupaten, kota, atau kecamatan. Yang lebih kecil didahulukan."
        error={error}
        kinds={placeKinds}
        text={text}
        isChosen={false}
        onText={onText}
        onChoose={(place) => {
          onText('')
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
