import type { Samples } from '@camilan/contract/setup'
import { useState } from 'react'
import { useMutation } from '~/platform/api/use-mutation'
import { Button } from '~/ui/ask/button'
import type { RemoveSamplesDialog } from './remove-samples-dialog'

/** 'Hapus contoh'. The dialog is loaded when the button is pressed, because a shop needs it once. */
export function RemoveSamples() {
  const [samples, setSamples] = useState<Samples>()
  const [parts, setParts] = useState<{ Dialog: typeof RemoveSamplesDialog }>()
  const { pending, run } = useMutation({
    do: async () => {
      const { RemoveSamplesDialog: Dialog, loadSamples } = await import('./remove-samples-dialog')
      return { Dialog, samples: await loadSamples() }
    },
    done: (loaded) => {
      setParts({ Dialog: loaded.Dialog })
      setSamples(loaded.samples)
    },
    failed: 'Gagal memuat data contoh',
  })
  return (
    <>
      <Button variant="quiet" pending={pending} onClick={() => void run()}>
        Hapus contoh
      </Button>
      {parts && <parts.Dialog samples={samples} onSamples={setSamples} />}
    </>
  )
}
