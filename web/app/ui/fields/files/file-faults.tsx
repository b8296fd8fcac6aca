interface FileFaultsProps {
  problems: readonly { line: number; column?: string | undefined; sentence: string }[]
  unknown_columns?: readonly string[] | undefined
}

/** What is wrong in a CSV, and what of it is not read. */
export function FileFaults({ problems, unknown_columns = [] }: FileFaultsProps) {
  return (
    <>
      {problems.length > 0 && (
        <ul aria-label="Baris yang salah" className="list-disc pl-5 font-semibold text-danger wrap-anywhere">
          {problems.map(({ line, column, sentence }) => (
            <li
              key={`${line} ${column} ${sentence}`}
            >{`Baris ${line}${column ? `, kolom ${column}` : ''}: ${sentence}`}</li>
          ))}
        </ul>
      )}
      {unknown_columns.length > 0 && (
        <p className="text-muted wrap-anywhere">{`Kolom yang tidak dibaca: ${unknown_columns.join(', ')}.`}</p>
      )}
    </>
  )
}
