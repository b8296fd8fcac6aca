import { href, redirect } from 'react-router'

export const loader = () => redirect(href('/admin/dashboard'))
export const clientLoader = loader
