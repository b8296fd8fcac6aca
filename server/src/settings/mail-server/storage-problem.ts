import type { Sealer, SealProblem } from '../../platform/sealed.ts'

const sentences: Record<SealProblem, string> = {
  'no-key':
    'Toko ini memakai basis data sendiri, jadi rahasia baru bisa disimpan setelah SETTINGS_KEY diisi di server. Minta pengelola server mengisinya.',
  'key-file':
    'File settings.key di server tidak bisa dipakai, jadi rahasia tidak bisa disimpan. Minta pengelola server memeriksanya.',
}

/** The reason why secrets can't be stored, for an administrator. Null if they can. */
export function storageProblem(sealer: Pick<Sealer, 'problem'>): string | null {
  const problem = sealer.problem()
  return problem === undefined ? null : sentences[problem]
}
