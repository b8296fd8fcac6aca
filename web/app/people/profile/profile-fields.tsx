import { genderLabels, genders, roleLabels, User } from '@camilan/contract/accounts'
import { Email, optionalText, Phone, requiredText, typedPassword } from '@camilan/contract/fields'
import { imageAt, maxImageSize } from '@camilan/contract/images'
import { maxLengths } from '@camilan/contract/lengths'
import { success } from '@camilan/contract/wire'
import Camera from 'lucide-react/icons/camera'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { me, type ProfilePath } from '~/people/me'
import { api } from '~/platform/api/api'
import { ApiError, sentenceOf } from '~/platform/api/api-error'
import { inTime } from '~/platform/api/in-time'
import { wasAnswered } from '~/platform/api/use-mutation'
import { toast } from '~/platform/state/toasts'
import { Button } from '~/ui/ask/button'
import { FormProblem } from '~/ui/ask/notice'
import { SelectField, TextAreaField, TextField } from '~/ui/fields/field'
import { ImageField } from '~/ui/fields/files/image-field'
import { type ChosenImage, imageNotSent, useChosenImage } from '~/ui/fields/files/use-chosen-image'
import { DraftNotice } from '~/ui/form/draft-notice'
import { useForm } from '~/ui/form/use-form'
import { useTextDraft } from '~/ui/form/use-text-draft'
import { OwnPasswordField } from './own-password-field'

/** Stricter than the contract, which keeps the value of an empty name, e-mail or phone. */
const ProfileForm = z.object({
  name: requiredText('Nama', 100),
  email: Email,
  phone: Phone,
  gender: z.enum(['', ...genders]),
  address: optionalText('Alamat', maxLengths.address),
  /** Sent with a new e-mail only. */
  current_password: z.string(),
})
type Texts = Record<keyof z.output<typeof ProfileForm>, string>
const WithPassword = z.extend(ProfileForm, { current_password: typedPassword('Kata sandi wajib diisi.') })

/** Lines to read until 'Edit Profil'; 'Batal' brings the saved values back. */
export function ProfileFields({ user, path }: { user: User; path: ProfilePath }) {
  // A chosen photo and a password can't be kept.
  const draft = useTextDraft('profile', textsOf(user))
  const [isRead, setRead] = useState(!draft.isRestored)
  const photo = useChosenImage('profile')
  const { fields, editButton } = useFocusOfEditing(isRead)
  const [typedEmail, setTypedEmail] = useState(draft.shown.email)
  const isEmailNew = typedEmail.trim().toLowerCase() !== user.email.toLowerCase()
  const form = useForm({
    names: ['name', 'email', 'phone', 'gender', 'address', 'current_password'],
    draft,
    check: (values) => wrongIn(isEmailNew ? WithPassword : ProfileForm, values),
    send: (filled) => {
      const body = bodyOf(filled, { isEmailNew, picture: photo.file })
      return inTime((signal) => api.put(path, body, success(User), { signal }))
    },
    done: ({ data }) => {
      me.set(data)
      leave(data)
      toast('Profil berhasil diperbarui')
    },
    failed: (error) => {
      if (error instanceof ApiError)
        photo.setError(photo.file && !wasAnswered(error) ? imageNotSent : error.fields.image)
      return sentenceOf(error, 'Gagal memperbarui profil')
    },
    revalidate: 'done',
  })

  function keepTyped() {
    draft.onInput()
    setTypedEmail(draft.typed().email)
  }

  function leave(saved: User) {
    draft.show(textsOf(saved))
    form.clear()
    setTypedEmail(saved.email)
    photo.clear()
    setRead(true)
  }

  const field = (name: keyof Texts) => ({
    ...form.field(name),
    ...(isRead && { disabled: true, placeholder: 'Belum diisi' }),
  })

  return (
    <form {...form.form} onChange={keepTyped} className="grid gap-5">
      {draft.isRestored && <DraftNotice onDiscard={() => leave(user)} />}
      <FormProblem sentence={form.problem} />
      <fieldset
        ref={fields}
        tabIndex={-1}
        disabled={form.pending}
        className={isRead ? 'read-fields' : 'grid items-start gap-5 md:grid-cols-2'}
      >
        <legend className="sr-only">Data profil</legend>
        <ProfilePhoto name={user.name} saved={user.image} photo={photo} editing={!isRead}>
          <h2 className="text-21 font-extrabold tracking-tight wrap-anywhere">{user.name}</h2>
          <p className="text-muted">{roleLabels[user.role]}</p>
        </ProfilePhoto>
        <TextField label="Nama Lengkap" autoComplete="name" {...field('name')} />
        <EmailField isRead={isRead} isNew={isEmailNew} field={field} />
        <TextField label="No Telepon" type="tel" autoComplete="tel" {...field('phone')} />
        <SelectField label="Jenis Kelamin" {...field('gender')}>
          <option value="">Belum diisi</option>
          {genders.map((gender) => (
            <option key={gender} value={gender}>
              {genderLabels[gender]}
            </option>
          ))}
        </SelectField>
        <TextAreaField
          label="Alamat Lengkap"
          autoComplete="street-address"
          maxLength={maxLengths.address}
          className="md:col-span-2"
          {...field('address')}
        />
      </fieldset>
      <div className="flex flex-wrap gap-3">
        {isRead ? (
          <Button key="edit" ref={editButton} onClick={() => setRead(false)}>
            Edit Profil
          </Button>
        ) : (
          <>
            <Button key="save" type="submit" pending={form.pending}>
              Simpan Perubahan
            </Button>
            <Button variant="quiet" disabled={form.pending} onClick={() => leave(user)}>
              Batal
            </Button>
          </>
        )}
      </div>
    </form>
  )
}

interface EmailFieldProps {
  isRead: boolean
  isNew: boolean
  field: (name: 'email' | 'current_password') => ComponentProps<typeof OwnPasswordField>
}

/** A new e-mail asks for the password below it. */
function EmailField({ isRead, isNew, field }: EmailFieldProps) {
  const email = <TextField label="Email" type="email" autoComplete="email" {...field('email')} />
  if (isRead) return email
  return (
    <div className="grid gap-5">
      {email}
      {isNew && <OwnPasswordField {...field('current_password')} />}
    </div>
  )
}

/** The pressed button is gone: the focus moves to what it has opened, and back. */
function useFocusOfEditing(isRead: boolean) {
  const fields = useRef<HTMLFieldSetElement>(null)
  const editButton = useRef<HTMLButtonElement>(null)
  const before = useRef(isRead)
  useEffect(() => {
    if (isRead === before.current) return
    before.current = isRead
    const next = isRead ? editButton.current : fields.current
    next?.focus({ preventScroll: true })
  }, [isRead])
  return { fields, editButton }
}

const textsOf = ({ name, email, phone, gender, address }: User): Omit<Texts, 'current_password'> => ({
  name,
  email,
  phone,
  gender: gender ?? '',
  address: address ?? '',
})

function wrongIn(schema: typeof ProfileForm, values: Texts): Partial<Texts> {
  const issues = schema.safeParse(values).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path[0], message]).reverse())
}

function bodyOf(
  { current_password, ...filled }: Texts,
  { isEmailNew, picture }: { isEmailNew: boolean; picture: File | null },
): FormData {
  const body = new FormData()
  for (const [field, value] of Object.entries(filled)) body.set(field, value)
  if (isEmailNew) body.set('current_password', current_password)
  if (picture) body.set('image', picture)
  return body
}

interface ProfilePhotoProps {
  name: string
  saved: string | null
  photo: ChosenImage
  editing: boolean
  /** Beside it. */
  children: ReactNode
}

/** The photo, or the first letter of the name if there is none or it can't be loaded. In the form, with a field to choose another. */
function ProfilePhoto({ name, saved, photo, editing, children }: ProfilePhotoProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const src = photo.url ?? (saved && imageAt(saved, 320))
  return (
    <div className="flex flex-wrap items-center gap-4 md:col-span-2">
      {src && src !== broken ? (
        <img
          src={src}
          alt="Foto profil"
          width={72}
          height={72}
          onError={() => setBroken(src)}
          className="size-18 rounded-full bg-soft object-cover"
        />
      ) : (
        <span
          aria-hidden
          className="grid size-18 place-items-center rounded-full bg-accent-soft text-28 font-extrabold text-accent"
        >
          {[...name][0]?.toUpperCase()}
        </span>
      )}
      <div className="min-w-0 flex-1 basis-[12ch]">{children}</div>
      {editing && (
        <ImageField
          image={photo}
          icon={Camera}
          label={src ? 'Ganti Foto' : 'Pilih Foto'}
          hint={photo.error ? undefined : `JPG, PNG, GIF, atau WebP hingga ${maxImageSize}`}
        />
      )}
    </div>
  )
}
