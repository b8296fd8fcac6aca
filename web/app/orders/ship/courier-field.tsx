import { couriers } from '@camilan/contract/couriers'
import { maxLengths } from '@camilan/contract/lengths'
import { useId, useRef, useState } from 'react'
import { SelectField, TextField } from '~/ui/fields/field'
import { courierFault } from './misplaced-number'

interface CourierFieldProps {
  /** In its form it has this name, and the text of the courier with its service: `JNE YES`. */
  name?: string
  defaultValue?: string
  error?: string | undefined
  onChange?: (courier: string) => void
}

/** One of the known couriers with its service, or any other that is typed. */
export function CourierField({ name, defaultValue = '', error, onChange }: CourierFieldProps) {
  const [courier, setCourier] = useState(defaultValue)
  const value = useRef<HTMLInputElement>(null)
  const known = couriers.find(({ name }) => courier === name || courier.startsWith(`${name} `))
  const services = useId()
  const text = { autoComplete: 'off', className: 'min-w-0' }

  function write(next: string) {
    setCourier(next)
    // At once, because the form reads it in the same event.
    if (value.current) value.current.value = next
    onChange?.(next)
  }

  return (
    <div className="grid min-w-0 grow grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-3 md:max-w-md">
      <input ref={value} type="hidden" name={name} value={courier} />
      <SelectField label="Kurir" value={known?.name ?? ''} onChange={({ target }) => write(target.value)}>
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
            onChange={({ target }) => write(target.value ? `${known.name} ${target.value}` : known.name)}
            maxLength={maxLengths.courier - known.name.length - 1}
            placeholder="Tidak wajib"
            list={services}
            error={error}
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
          onChange={({ target }) => write(target.value)}
          maxLength={maxLengths.courier}
          placeholder="Diantar sendiri"
          error={error ?? courierFault(courier)}
        />
      )}
    </div>
  )
}
