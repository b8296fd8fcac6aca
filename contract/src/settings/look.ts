import { Look, LookChange } from '../look-form.ts'
import { defaultLook } from '../looks.ts'
import { picture } from './kinds.ts'
import { section } from './section.ts'

export const look = section({
  id: 'look',
  title: 'Tampilan',
  settings: {
    look: {
      label: 'Tampilan',
      value: Look,
      schema: LookChange,
      default: defaultLook,
      control: { kind: 'own' },
    },
    // On the home page, in place of the drawing.
    hero_picture: {
      label: 'Foto beranda',
      hint: 'Foto mendatar yang terang, tanpa tulisan, paling baik.',
      ...picture(),
    },
  },
})
