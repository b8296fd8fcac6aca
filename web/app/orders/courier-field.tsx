import { couriers } from '@camilan/contract/couriers'
import { maxLengths } from '@camilan/contract/lengths'
import { useState } from 'react'
import { readStored, writeStored } from '~/platform/storage'
import { SelectField, TextField } from '~/ui/field'

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

/** One of the known couriers, or any other that is typed. */
export function CourierField({ courier, onChange }: CourierFieldProps) {
  const isKnown = couriers.some(({ name }) => name === courier)
  return (
    <div className={`grid min-w-0 grow gap-3 ${isKnown ? '' : 'grid-cols-2'} md:max-w-md`}>
      <SelectField label="Kurir" value={isKnown ? courier : ''} onChange={({ target }) => onChange(target.value)}>
        {couriers.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
        <option value="">Lainnya</option>
      </SelectField>
      {!isKnown && (
        <TextField
          label="Nama kurir"
          value={courier}
          onChange={({ target }) => onChange(target.value)}
          maxLength={maxLengths.courier}
          autoComplete="off"
          placeholder="Diantar sendiri"
        />
      )}
    </div>
  )
}
