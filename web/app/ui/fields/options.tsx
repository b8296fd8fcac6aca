interface OptionsProps<Value extends string> {
  labels: Record<Value, string>
  /** In their order; without them all of `labels`. */
  values?: readonly Value[]
  /** Shown while no value is chosen. */
  choose?: string
}

/** The options of a select. */
export function Options<Value extends string>({ labels, values, choose }: OptionsProps<Value>) {
  return (
    <>
      {choose !== undefined && (
        <option value="" disabled>
          {choose}
        </option>
      )}
      {(values ?? (Object.keys(labels) as Value[])).map((value) => (
        <option key={value} value={value}>
          {labels[value]}
        </option>
      ))}
    </>
  )
}
