import * as z from 'zod/mini'
import { type PaymentMethod, paymentMethodNames } from '../../payment-methods.ts'
import { section } from '../section.ts'

const usual: PaymentMethod[] = ['bca_va']

export const methods = section({
  id: 'methods',
  title: 'Cara bayar',
  settings: {
    // Those that buyers get, in the order of the table.
    payment_methods: {
      label: 'Cara bayar',
      value: z.array(z.enum(paymentMethodNames)),
      schema: z
        .array(z.enum(paymentMethodNames, 'Cara bayar tidak dikenal.'), 'Pilih paling sedikit satu cara bayar.')
        .check(
          z.minLength(1, 'Pilih paling sedikit satu cara bayar. Tanpa cara bayar, pembeli tidak bisa memesan.'),
          z.overwrite((names) => paymentMethodNames.filter((name) => names.includes(name))),
        ),
      default: usual,
      control: { kind: 'own' },
      listOf: paymentMethodNames,
      read: 'everybody',
    },
  },
})
