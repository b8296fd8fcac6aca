interface OptionsProps<Value extends string> {
  values: readonly Value[]
  labels: Record<Value, string>
  choose: string
}

/** The first option of a select without a choice. */
export function Options<Value extends string>({ values, labels, choose }: OptionsProps<Value>) {
  return (
    <>
      <option value="" disabled>
        {choose}
      </option>
      {values.map((value) => (
        <option key={value} value={value}>
          {labels[value]}
        </option>
      ))}
    </>
  )
}
