import { couriers } from '@camilan/contract/couriers'
import { maxLengths } from '@camilan/contract/lengths'
import { useId, useState } from 'react'
import { readStored, writeStored } from '~/platform/state/storage'
import { SelectField, TextField } from '~/ui/fields/field'
import { courierFault } from './misplaced-number'

const key = 'courier'

/** The courier of a batch. The first one is the courier that this device chose last. */
export function useCourier(): [string, (courier: string) => void] {
  const [courier, setCourier] = useState(() => readStored(key) ?? couriers[0]?.name ?? '')
  function choose(next: string) {
    setCourier(next)
    if (next.trim() !== '') writeStored(key, next.trim())
  }
  return [courier, choose]
}

interface CourierFieldProps {
  courier: string
  onChange: (courier: string) => void
}

/** One of the known couriers with its service, `JNE YES`, or any other that is typed. */
export function CourierField({ courier, onChange }: CourierFieldProps) {
  const known = couriers.find(({ name }) => courier === name || courier.startsWith(`${name} `))
  const services = useId()
  const text = { autoComplete: 'off', className: 'min-w-0' }
  return (
    <div className="grid min-w-0 grow grid-cols-2 gap-3 narrow:grid-cols-1 md:max-w-md">
      <SelectField label="Kurir" value={known?.name ?? ''} onChange={({ target }) => onChange(target.value)}>
        {couriers.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
        <option value="">Lainnya</option>
      </SelectField>
      {known ? (
        <>
          <TextField
            {...text}
            label="Layanan"
            value={courier.slice(known.name.length + 1)}
            onChange={({ target }) => onChange(target.value ? `${known.name} ${target.value}` : known.name)}
            maxLength={maxLengths.courier - known.name.length - 1}
            placeholder="Tidak wajib"
            list={services}
          />
          <datalist id={services}>
            {known.services.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      ) : (
        <TextField
          {...text}
          label="Nama kurir"
          value={courier}
          onChange={({ target }) => onChange(target.value)}
          maxLength={maxLengths.courier}
          placeholder="Diantar sendiri"
          error={courierFault(courier)}
        />
      )}
    </div>
  )
}
