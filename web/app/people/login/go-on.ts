import { useEffect } from 'react'
import { href, useNavigate, useSearchParams } from 'react-router'
import { nextPath } from '~/platform/api/login-path'
import { currentSession } from '~/platform/api/session'

export const firstPages = {
  admin: href('/admin/dashboard'),
  staf: href('/admin/manage-orders'),
  customer: href('/'),
}

/** Somebody who is in, and comes to this page by the back button or a link, goes on at once. */
export function useGoOn(): void {
  const navigate = useNavigate()
  const [searchParams] = useSearchParams()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on arrival, as the form itself logs in
  useEffect(() => {
    const { token, role } = currentSession()
    if (token) void navigate(nextPath(searchParams, firstPages[role]), { replace: true })
  }, [])
}
