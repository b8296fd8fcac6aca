import type { ImportChoices, ImportPlan } from '@camilan/contract/product-import'
import { Term } from '@camilan/contract/term-form'
import { visibleTerms, weightLabel } from '@camilan/contract/terms'
import { success } from '@camilan/contract/wire'
import { useState } from 'react'
import { api } from '~/platform/api/api'
import { toastFailure, useMutation } from '~/platform/api/use-mutation'
import { readShopFacts, useShopInfo } from '~/platform/pages/shop-info'
import { formatNumber } from '~/platform/state/formats'
import { Button } from '~/ui/ask/button'
import { SelectField } from '~/ui/fields/field'

type Word = ImportPlan['words'][number]

interface ChooseWordsProps {
  words: readonly Word[]
  choices: ImportChoices
  pending: boolean
  onChoose: (choices: ImportChoices) => Promise<unknown>
}

const nouns = { categories: 'Kategori', packagings: 'Kemasan', weights: 'Berat' } as const
const newTerm = 'baru'
const isSame = (label: string, word: string) => label.trim().toLowerCase() === word.trim().toLowerCase()
/** The same for the words of one new term: `150g`, `150 gram`. */
const newKeyOf = ({ list, word, code }: Word) => `${list} ${code ?? word.trim().toLowerCase()}`
const keyOf = ({ list, word }: Pick<Word, 'list' | 'word'>) => `${list} ${word}`

/** Words that the lists of the shop do not have: each becomes a new term, or one that is there. */
export function ChooseWords({ words, choices, pending, onChoose }: ChooseWordsProps) {
  const { terms } = useShopInfo()
  const [chosen, setChosen] = useState<Record<string, string>>({})
  const choiceOf = (word: Word) => chosen[keyOf(word)] ?? (mayBeNew(word) ? newTerm : '')
  const { run, pending: adding } = useMutation({
    async do() {
      const added = new Map<string, string>()
      const codeOf = async (word: Word) => {
        const known = terms[word.list].find(({ code, label }) => code === word.code || isSame(label, word.word))?.code
        const code = known ?? added.get(newKeyOf(word)) ?? (await addTerm(word))
        added.set(newKeyOf(word), code)
        return code
      }
      const settled: ImportChoices['words'] = []
      for (const word of words) {
        const choice = choiceOf(word)
        const code = choice === newTerm ? await codeOf(word) : choice
        settled.push({ list: word.list, word: word.word, code })
      }
      await readShopFacts()
      await onChoose({ ...choices, words: [...choices.words, ...settled] })
    },
    async failed(error) {
      toastFailure(error, 'Gagal menambahkan ke daftar. Silakan coba lagi.')
      // A second try takes the terms that were added before it failed.
      await readShopFacts().catch(() => undefined)
    },
    revalidate: 'done',
  })
  return (
    <section aria-label="Kata yang belum dikenal" className="grid gap-3">
      <p className="text-muted">Kata ini belum ada di daftar toko. Tambahkan, atau pilih yang sudah ada.</p>
      <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {words.map((word) => (
          <SelectField
            key={keyOf(word)}
            label={`${nouns[word.list]} “${word.word}”`}
            hint={`${formatNumber(word.rows)} baris`}
            value={choiceOf(word)}
            onChange={({ currentTarget: { value } }) => setChosen({ ...chosen, [keyOf(word)]: value })}
          >
            {mayBeNew(word) ? (
              <option value={newTerm}>{`Tambahkan ${word.code ? weightLabel(word.code) : word.word}`}</option>
            ) : (
              <option value="">Pilih</option>
            )}
            {visibleTerms(terms[word.list]).map(({ code, label }) => (
              <option key={code} value={code}>
                {label}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
      <Button
        pending={adding || pending}
        disabled={words.some((word) => choiceOf(word) === '')}
        onClick={() => run()}
        className="justify-self-start"
      >
        Lanjutkan
      </Button>
    </section>
  )
}

const longestLabel = 40
const mayBeNew = ({ list, word, code }: Word) => (list === 'weights' ? code !== null : word.length <= longestLabel)

async function addTerm({ list, word, code }: Word): Promise<string> {
  const body = list === 'weights' ? { code } : { label: word }
  return (await api.post(`/api/admin/terms/${list}`, body, success(Term))).data.code
}
