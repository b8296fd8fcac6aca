import { Message } from '@camilan/contract/wire'
import { useNavigate } from 'react-router'
import { api } from '~/platform/api'
import { endSession } from '~/platform/session'
import { useConfirm } from '~/ui/confirm'

/** Ask, then leave. The token leaves this browser even when the shop can't be told. */
export function useLogOut(): () => Promise<void> {
  const confirm = useConfirm()
  const navigate = useNavigate()
  return async () => {
    if (!(await confirm('Ingin keluar sekarang?', { yes: 'Keluar' }))) return
    await api.post('/api/auth/logout', undefined, Message, { background: true }).catch(console.error)
    endSession()
    navigate('/auth/login')
  }
}
