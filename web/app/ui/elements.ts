import type { ReactElement } from 'react'

/** What is put beside other children: no text, which a translated page would lose (scripts/checks/check-texts.ts). */
export type Elements = ReactElement | readonly Elements[] | '' | boolean | null | undefined
