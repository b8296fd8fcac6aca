import { useEffect, useRef } from 'react'
import { Field } from './field'

interface DayFieldProps {
  label: string
  /** yyyy-mm-dd, or empty. */
  day: string
  onChange: (day: string) => void
}

/** A day that is asked for when it is complete. */
export function DayField({ label, day, onChange }: DayFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const asked = useRef(day)
  // The back button changes the day, but a late answer must not replace newer typing.
  useEffect(() => {
    if (day === asked.current) return
    asked.current = day
    if (input.current) input.current.value = day
  }, [day])
  function ask({ value, validity }: HTMLInputElement) {
    // While the year 2026 is typed, the value first has the years 2, 20 and 202.
    if (value === '' ? validity.badInput : !validity.valid) return
    asked.current = value
    onChange(value)
  }
  return (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          ref={input}
          type="date"
          min="2000-01-01"
          defaultValue={day}
          onChange={({ target }) => ask(target)}
          className="control min-w-0 max-md:px-2.5"
        />
      )}
    </Field>
  )
}
