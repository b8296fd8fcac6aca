import { genderLabels, genders, User } from '@camilan/contract/accounts'
import { Email, optionalText, Phone, requiredText } from '@camilan/contract/fields'
import { success } from '@camilan/contract/wire'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import * as z from 'zod/mini'
import { api } from '~/platform/api'
import { ApiError, sentenceOf } from '~/platform/api-error'
import { showFieldErrors } from '~/platform/show-field-errors'
import { toast } from '~/platform/toasts'
import { Button } from '~/ui/button'
import { SelectField, TextAreaField, TextField } from '~/ui/field'
import { FormProblem } from '~/ui/form-problem'
import type { ProfilePath } from './load-profile'
import { me } from './me'
import { keepProfileDraft, takeProfileDraft } from './profile-draft'
import { ProfilePhoto } from './profile-photo'

/** Stricter than the contract, for which an empty name, e-mail or phone keeps its value without a word. */
const ProfileForm = z.object({
  name: requiredText('Nama', 100),
  email: Email,
  phone: Phone,
  gender: z.enum(['', ...genders]),
  address: optionalText('Alamat', 500),
})
type ProfileForm = z.output<typeof ProfileForm>

/** Read-only until 'Edit Profil'; 'Batal' brings the saved values back. */
export function ProfileFields({ user, path }: { user: User; path: ProfilePath }) {
  const [draft] = useState(() => takeProfileDraft(user.id))
  const [editing, setEditing] = useState(draft !== null)
  const [photo, setPhoto] = useState<File | null>(null)
  const [photoError, setPhotoError] = useState<string>()
  const { revalidate } = useRevalidator()
  const form = useForm<ProfileForm>({
    resolver: standardSchemaResolver(ProfileForm),
    defaultValues: draft ?? formOf(user),
  })
  const { errors, isSubmitting } = form.formState

  function leave(saved: User) {
    form.reset(formOf(saved))
    setPhoto(null)
    setPhotoError(undefined)
    setEditing(false)
  }

  async function save(filled: ProfileForm) {
    const body = new FormData()
    for (const [field, value] of Object.entries(filled)) body.set(field, value)
    if (photo) body.set('image', photo)
    try {
      const { data } = await api.put(path, body, success(User))
      me.set(data)
      leave(data)
      toast('Profil berhasil diperbarui')
      await revalidate()
    } catch (error) {
      console.error(error)
      showFieldErrors(form, error)
      if (error instanceof ApiError) {
        setPhotoError(error.fields.image)
        if (error.code === 'UNAUTHENTICATED') keepProfileDraft({ ...filled, user_id: user.id })
      }
      form.setError('root', { message: sentenceOf(error, 'Gagal memperbarui profil') })
    }
  }

  return (
    <form noValidate onSubmit={form.handleSubmit(save)} className="grid gap-5">
      <FormProblem sentence={errors.root?.message} />
      <fieldset disabled={!editing || isSubmitting} className="grid items-start gap-5 md:grid-cols-2">
        <legend className="sr-only">Data profil</legend>
        <div className="md:col-span-2">
          <ProfilePhoto
            image={user.image}
            file={photo}
            editing={editing}
            error={photoError}
            onChoose={(file) => {
              setPhoto(file)
              setPhotoError(undefined)
            }}
            onRefuse={setPhotoError}
          />
        </div>
        <TextField label="Nama Lengkap" autoComplete="name" error={errors.name?.message} {...form.register('name')} />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <TextField
          label="No Telepon"
          type="tel"
          autoComplete="tel"
          error={errors.phone?.message}
          {...form.register('phone')}
        />
        <SelectField label="Jenis Kelamin" error={errors.gender?.message} {...form.register('gender')}>
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
          maxLength={500}
          className="md:col-span-2"
          error={errors.address?.message}
          {...form.register('address')}
        />
      </fieldset>
      <div className="flex flex-wrap gap-3">
        {editing ? (
          <>
            <Button key="save" type="submit" pending={isSubmitting}>
              Simpan Perubahan
            </Button>
            <Button variant="quiet" disabled={isSubmitting} onClick={() => leave(user)}>
              Batal
            </Button>
          </>
        ) : (
          <Button key="edit" onClick={() => setEditing(true)}>
            Edit Profil
          </Button>
        )}
      </div>
    </form>
  )
}

function formOf({ name, email, phone, gender, address }: User): ProfileForm {
  return { name, email, phone, gender: gender ?? '', address: address ?? '' }
}
