import { href, redirect } from 'react-router'
import { currentSession } from '~/platform/api/session'

export const loader = () => redirect(href('/admin/dashboard'))
export const clientLoader = () =>
  redirect(href(currentSession().role === 'staf' ? '/admin/manage-orders' : '/admin/dashboard'))
