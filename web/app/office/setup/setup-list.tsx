import { type Setup, setupSteps } from '@camilan/contract/setup'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Circle from 'lucide-react/icons/circle'
import CircleCheck from 'lucide-react/icons/circle-check'
import { type ReactNode, useId } from 'react'
import { Link, useLocation } from 'react-router'
import { useMutation } from '~/platform/api/use-mutation'
import { focusHeading } from '~/platform/state/focus'
import { toast } from '~/platform/state/toasts'
import { fromSetup, setupId } from '~/settings/back-to-setup'
import { Button } from '~/ui/ask/button'
import { Fold } from '~/ui/ask/fold'
import { changeSetup } from './change-setup'
import { RemoveSamples } from './remove-samples'
import { stepsOf } from './setup-steps'

interface SetupListProps {
  setup: Setup
  /** A line until it is pressed. */
  isFolded: boolean
}

/** The open steps of the shop, until an administrator closes the list. */
export function SetupList({ setup, isFolded }: SetupListProps) {
  const { hash } = useLocation()
  const steps = stepsOf(setup)
  const names = Object.keys(steps) as (keyof typeof steps)[]
  const done = setupSteps.filter((name) => setup.steps[name].is_done).length
  return (
    <section aria-labelledby={setupId} className="card min-w-0 px-4 py-1 md:px-5">
      <Fold
        open={setup.is_done || !isFolded || hash === `#${setupId}`}
        title={
          <h2 id={setupId} className="text-17 font-bold">
            <span>{setup.is_done ? 'Toko Anda siap' : 'Siapkan toko'}</span>
            {!setup.is_done && (
              <span className="text-15 font-normal text-muted tabular-nums">
                {`, ${done} dari ${setupSteps.length} selesai`}
              </span>
            )}
          </h2>
        }
      >
        {setup.is_done ? (
          <p className="text-muted">Semua langkah selesai. Daftar ini bisa dibuka lagi di Pengaturan.</p>
        ) : (
          <>
            <Progress share={done / setupSteps.length} />
            <ol className="mt-2 divide-y divide-line">
              {names.map((name) => (
                <Step key={name} isDone={setup.steps[name].is_done} {...steps[name]} />
              ))}
            </ol>
          </>
        )}
        {setup.has_samples && <SamplesLeft />}
        <CloseList isDone={setup.is_done} />
      </Fold>
    </section>
  )
}

/** The heading says the same in words. */
function Progress({ share }: { share: number }) {
  return (
    <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-soft">
      <div className="h-full rounded-full bg-accent" style={{ width: `${share * 100}%` }} />
    </div>
  )
}

interface StepProps {
  isDone: boolean
  title: string
  /** The place of the step; undefined if it is not in the browser. */
  to?: string
  /** The missing or the present value. */
  note?: ReactNode
  action?: ReactNode
}

function Step({ isDone, title, to, note, action }: StepProps) {
  const noteId = useId()
  const Icon = isDone ? CircleCheck : Circle
  const heading = (
    <>
      <span className={`font-semibold ${isDone ? 'text-muted' : ''}`}>{title}</span>
      <span className="sr-only">{isDone ? ' (selesai)' : ' (belum selesai)'}</span>
    </>
  )
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-3 py-1">
      <Icon aria-hidden className={`mt-3 size-5 ${isDone ? 'text-accent' : 'text-control'}`} />
      <div className="min-w-0">
        {to ? (
          <Link
            to={to}
            state={fromSetup}
            aria-describedby={note ? noteId : undefined}
            className="-mx-2 flex min-h-11 items-center gap-2 rounded-xl px-2 hover:bg-soft"
          >
            <span className="min-w-0 grow">{heading}</span>
            <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
          </Link>
        ) : (
          <p className="flex min-h-11 items-center">
            <span>{heading}</span>
          </p>
        )}
        {note && (
          <div id={noteId} className="-mt-1.5 pb-2 text-13 text-pretty text-muted">
            {note}
          </div>
        )}
        {action && <div className="pb-3">{action}</div>}
      </div>
    </li>
  )
}

function SamplesLeft() {
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-xl bg-soft px-4 py-3">
      <p className="min-w-0 grow basis-60">
        Toko masih berisi contoh untuk dicoba. Hapus sebelum toko Anda dibuka untuk pembeli.
      </p>
      <RemoveSamples />
    </div>
  )
}

function CloseList({ isDone }: { isDone: boolean }) {
  const { pending, run } = useMutation({
    do: () => changeSetup({ closed: true }),
    done: () => {
      toast('Daftar ditutup. Anda bisa membukanya lagi di Pengaturan.')
      focusHeading()
    },
    failed: 'Gagal menutup daftar',
    revalidate: 'done',
  })
  return (
    <div className="mt-3 flex justify-end">
      <Button variant={isDone ? 'main' : 'quiet'} pending={pending} onClick={() => void run()}>
        {isDone ? 'Tutup daftar' : 'Sembunyikan daftar ini'}
      </Button>
    </div>
  )
}
