import { maxLengths } from '@camilan/contract/lengths'
import { placeKinds } from '@camilan/contract/places'
import { success } from '@camilan/contract/wire'
import { AdminZones } from '@camilan/contract/zones'
import { useState } from 'react'
import { api } from '~/platform/api/api'
import { toast } from '~/platform/state/toasts'
import { Button } from '~/ui/ask/button'
import { CloseButton } from '~/ui/ask/icon-button'
import { TextField } from '~/ui/fields/field'
import { PlaceField } from '~/ui/fields/place-field'
import { FormBody } from '~/ui/form/form-body'
import { useTypedForm } from '~/ui/form/use-typed-form'
import type { Edited } from '~/ui/lists/edited-list'
import { ServiceFields } from './service-fields'
import { bodyOf, formOf, newService, newZone, TypedZone, typedZone, type Zone } from './zone-values'

interface ZoneFormProps {
  stored: Pick<AdminZones, 'version' | 'zones'>
  /** As it was when its form was opened: another device may have removed it since. Null: a new one. */
  opened: Edited<Zone>
  onClose: () => void
}

export const saveZones = (version: number, zones: readonly object[]) =>
  api.put('/api/admin/zones', { version, zones }, success(AdminZones))

/** The key of a draft: zones have no ids, and a name belongs to one of them. */
export const draftOf = (zone: Edited<Zone>) => `zone:${zone?.name ?? ''}`

const unchosenPlace = 'Pilih daerahnya dari daftar.'

function useZone({ stored: { version, zones }, opened, onClose }: ZoneFormProps) {
  /** What is typed of a place that is not chosen yet. */
  const [placeText, setPlaceText] = useState('')
  const stored = zones.findIndex(({ name }) => name === opened?.name)
  const index = stored === -1 ? zones.length : stored
  const prefix = `zones.${index}.`
  const form = useTypedForm({
    draftKey: draftOf(opened),
    schema: TypedZone,
    initial: () => (opened ? typedZone(opened) : newZone()),
    bodyOf,
    check: (): Record<string, string> => (placeText.trim() === '' ? {} : { places: unchosenPlace }),
    send: (zone) => saveZones(version, zones.map<object>(formOf).toSpliced(index, 1, zone)),
    done() {
      toast('Zona disimpan')
      onClose()
    },
    failed: 'Zona belum tersimpan. Silakan coba lagi.',
    fieldOf: (name, zone) => (name.startsWith(prefix) ? pathIn(zone, name.slice(prefix.length)) : undefined),
    onForget: () => setPlaceText(''),
  })
  return { ...form, placeText, setPlaceText }
}

/** A service is named by its key instead of its index, because others may be removed. */
const pathIn = ({ services }: TypedZone, field: string) =>
  field.replace(/^services\.(\d+)\./, (_, at) => `services.${services[Number(at)]?.key}.`)

/** One zone. */
export function ZoneForm(props: ZoneFormProps) {
  const { typed: zone, change, placeText, setPlaceText, errors, state } = useZone(props)
  return (
    <FormBody form={state} yes="Simpan zona" onClose={props.onClose}>
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
    </FormBody>
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
