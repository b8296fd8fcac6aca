import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import './platform/pages/polyfills'
import { loadedCode } from './platform/navigation/router-internals'

function hydrate() {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    )
  })
}

// In a built page this file, which holds the framework, is evaluated before those of the routes (`inline-manifest.ts`).
if (loadedCode()) hydrate()
else window.addEventListener('routesloaded', hydrate, { once: true })
