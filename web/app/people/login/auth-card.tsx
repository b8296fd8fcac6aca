import { href, Link } from 'react-router'
import unreachable from '~/brand/unreachable.svg'
import { Button } from '~/ui/ask/button'
import { FormProblem } from '~/ui/ask/notice'
import type { Elements } from '~/ui/elements'
import type { FormState } from '~/ui/form/use-form'
import { Drawing } from '~/ui/loading/empty-state'
import { HeroPicture } from '~/ui/shop/hero-picture'

interface AuthCardProps {
  title: string
  intro?: string | undefined
  /** The data that decides its content is being loaded. */
  busy?: boolean
  children: Elements
}

/** The frame of the pages under /auth. */
export function AuthCard({ title, intro, busy = false, children }: AuthCardProps) {
  return (
    <main aria-busy={busy || undefined} className="grid grow grid-rows-[auto_1fr] md:grid-cols-2 md:grid-rows-1">
      <div className="mx-auto flex w-full max-w-md flex-col px-4 py-6 md:mr-0 md:ml-[max(0px,calc(100%-36rem))] md:justify-center md:px-6 md:py-12">
        <h1 className="title">{title}</h1>
        {intro && <p className="mt-2 text-muted">{intro}</p>}
        {children}
      </div>
      <div className="relative order-first h-[max(8rem,20dvh)] md:order-none md:h-auto short:hidden">
        <HeroPicture
          decorative
          sizes="(min-width: 768px) 50vw, 100vw"
          loading="lazy"
          className="absolute inset-0 size-full object-[50%_25%] md:object-center"
        />
      </div>
    </main>
  )
}

interface AuthRefusedProps {
  title: string
  sentence: string
  /** What to do instead. */
  children?: Elements
  /** Ends with a link to the home page. */
  home?: boolean
}

interface AuthCheckingProps {
  title: string
  /** What can't be done without scripts: `membuat kata sandi baru`. */
  purpose: string
}

/** Before the form, while the shop is asked about its link. */
export function AuthChecking({ title, purpose }: AuthCheckingProps) {
  return (
    <AuthCard title={title} busy>
      <p role="status" className="mt-6 text-muted noscript:hidden">
        Memeriksa tautan…
      </p>
      <noscript>
        <p className="mt-6">{`Nyalakan JavaScript di peramban Anda untuk ${purpose}.`}</p>
      </noscript>
    </AuthCard>
  )
}

/** Instead of the form: its link can't be used. */
export function AuthRefused({ title, sentence, children, home = false }: AuthRefusedProps) {
  return (
    <AuthCard title={title}>
      <div className="mt-6 grid gap-4">
        <Drawing src={unreachable} className="mx-auto" />
        <FormProblem sentence={sentence} />
        {children}
        {home && (
          <p className="text-center">
            <Link to={href('/')} className="link">
              Ke Beranda
            </Link>
          </p>
        )}
      </div>
    </AuthCard>
  )
}

interface AuthFormProps {
  form: FormState
  /** The label of its button. */
  action: string
  children: Elements
}

/** The one form of a page under /auth. */
export function AuthForm({ form, action, children }: AuthFormProps) {
  return (
    <form {...form.form} className="mt-6 grid gap-4">
      <FormProblem sentence={form.problem} />
      {children}
      <Button type="submit" pending={form.pending} className="mt-2 min-h-12">
        {action}
      </Button>
      <noscript>
        <p>Nyalakan JavaScript di peramban Anda untuk mengirim formulir ini.</p>
      </noscript>
    </form>
  )
}

/** Below the form: a question, and a link to another page. */
export function AuthLink({ question, to, label }: { question: string; to: string; label: string }) {
  return (
    <p className="mt-6 text-center [p+&]:mt-2">
      <span>{question}</span>{' '}
      <Link to={to} className="link">
        {label}
      </Link>
    </p>
  )
}
