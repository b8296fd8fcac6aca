import type { Role } from '@camilan/contract/accounts'
import {
  type PushDevice,
  type PushGroup,
  PushState,
  pushGroups,
  pushGroupsFor,
  pushTitles,
} from '@camilan/contract/push'
import { Message, success } from '@camilan/contract/wire'
import { useState } from 'react'
import { api } from '~/platform/api/api'
import { useMutation } from '~/platform/api/use-mutation'
import { toast } from '~/platform/state/toasts'
import { useLoaded } from '~/platform/state/use-loaded'
import { Button } from '~/ui/ask/button'
import { Notice } from '~/ui/ask/notice'
import { SectionCard } from '~/ui/ask/section-card'
import { SelectField } from '~/ui/fields/field'
import { Skeleton } from '~/ui/loading/skeleton'

const path = '/api/notifications/push'
const failed = 'Perangkat ini tidak bisa menerima kabar. Coba peramban lain, atau pasang toko di layar utama.'
const refused = 'Izin notifikasi ditolak. Izinkan notifikasi untuk situs ini di setelan peramban, lalu coba lagi.'

/** What this device is told of, and when not. */
export default function PushForm({ role }: { role: Role }) {
  const loaded = useLoaded(() => api.get(path, success(PushState)))
  if (loaded === undefined) return <Skeleton className="mt-4 h-40 basis-full" />
  const key = loaded?.data.public_key
  return (
    <SectionCard title="Kabar di perangkat ini" className="mt-4 basis-full">
      {key ? <Choices publicKey={key} saved={loaded.data.device} role={role} /> : <Notice>{failed}</Notice>}
    </SectionCard>
  )
}

const usual: PushDevice = { groups: [...pushGroups], quiet_from: 21, quiet_to: 6 }

interface ChoicesProps {
  publicKey: string
  saved: PushDevice | null
  role: Role
}

function Choices({ publicKey, saved, role }: ChoicesProps) {
  const [isOn, setOn] = useState(saved !== null)
  const [device, setDevice] = useState(saved ?? usual)
  const save = useMutation({
    async do() {
      if ((await Notification.requestPermission()) !== 'granted') return undefined
      await navigator.serviceWorker.register('/sw.js') // no effect if an earlier page did
      const registration = await navigator.serviceWorker.ready
      const { endpoint, keys } = (await subscribe(registration, publicKey)).toJSON()
      return api.put(path, { ...device, endpoint, keys }, Message)
    },
    done: (answer) => {
      if (answer) setOn(true)
      toast(answer?.message ?? refused, answer ? undefined : 'alert')
    },
    failed: () => toast(failed, 'alert'),
  })
  const stop = useMutation({
    async do() {
      const answer = await api.delete(path, Message)
      const subscription = await (await navigator.serviceWorker.ready).pushManager.getSubscription()
      await subscription?.unsubscribe()
      return answer
    },
    done: ({ message }) => {
      setOn(false)
      toast(message)
    },
    failed: 'Gagal mematikan kabar',
  })
  const switched = (group: PushGroup, on: boolean) =>
    setDevice({ ...device, groups: [...device.groups.filter((other) => other !== group), ...(on ? [group] : [])] })
  return (
    <div className="grid gap-3">
      <fieldset className="md:grid md:grid-cols-2">
        <legend className="mb-1 text-muted">Kabari saya tentang:</legend>
        {pushGroupsFor(role).map((group) => (
          <label key={group} className="flex min-h-11 items-center gap-3 font-semibold">
            <input
              type="checkbox"
              className="tick"
              checked={device.groups.includes(group)}
              onChange={({ target }) => switched(group, target.checked)}
            />
            <span>{pushTitles[group]}</span>
          </label>
        ))}
      </fieldset>
      <SelectField
        label="Jam tenang"
        className="md:max-w-80"
        name="quiet"
        value={device.quiet_from === null ? 'none' : `${device.quiet_from}-${device.quiet_to}`}
        onChange={({ target }) => {
          const [from, to] = target.value === 'none' ? [null, null] : target.value.split('-').map(Number)
          setDevice({ ...device, quiet_from: from ?? null, quiet_to: to ?? null })
        }}
      >
        {quietHours.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <div className="flex flex-wrap gap-3">
        <Button pending={save.pending} onClick={() => void save.run()} className="max-sm:grow">
          {isOn ? 'Simpan' : 'Nyalakan'}
        </Button>
        {isOn && (
          <Button variant="quiet" pending={stop.pending} onClick={() => void stop.run()} className="max-sm:grow">
            Matikan
          </Button>
        )}
      </div>
    </div>
  )
}

const quietHours = [
  ['21-6', '21:00 sampai 06:00 WIB'],
  ['22-5', '22:00 sampai 05:00 WIB'],
  ['18-8', '18:00 sampai 08:00 WIB'],
  ['none', 'Tidak ada'],
] as const

/** A subscription to former keys of the shop can't be used any more. */
async function subscribe({ pushManager }: ServiceWorkerRegistration, publicKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  try {
    return await pushManager.subscribe(options)
  } catch (error) {
    const former = await pushManager.getSubscription()
    if (!former) throw error
    await former.unsubscribe()
    return pushManager.subscribe(options)
  }
}
