import { useState } from 'react'
import { type MailFormProps, OwnMailForm } from './mail-form'
import { type MailProviderName, mailProviders } from './mail-providers'
import { ProviderMailForm } from './provider-mail-form'

const providerNames = Object.keys(mailProviders) as MailProviderName[]
const choices = [...providerNames, 'own'] as const

/** Two providers need an e-mail and an app password alone; any other server has its own fields. */
export function ChooseMailForm(props: MailFormProps) {
  const present = providerNames.find((name) => mailProviders[name].server.host === props.server.host)
  const [chosen, setChosen] = useState<(typeof choices)[number]>(present ?? 'own')
  return (
    <>
      <fieldset className="min-w-0">
        <legend className="text-15 font-bold">Email toko Anda</legend>
        <div className="mt-2 flex flex-wrap gap-2">
          {choices.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === chosen}
              onClick={() => setChosen(name)}
              className="min-h-11 grow rounded-xl border border-control px-4 font-bold aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
            >
              {name === 'own' ? 'Server lain' : mailProviders[name].label}
            </button>
          ))}
        </div>
      </fieldset>
      {chosen === 'own' ? (
        <OwnMailForm {...props} />
      ) : (
        <ProviderMailForm key={chosen} provider={mailProviders[chosen]} {...props} />
      )}
    </>
  )
}
