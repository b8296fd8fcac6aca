import {
  feeSource,
  type PaymentMethod,
  paymentGroupLabels,
  paymentMethodGroups,
  paymentMethodNames,
  paymentMethods,
} from '@camilan/contract/payment-methods'
import type { ShopSettings } from '@camilan/contract/settings'
import { methods } from '@camilan/contract/settings/orders/methods'
import WalletCards from 'lucide-react/icons/wallet-cards'
import type { FieldValues } from 'react-hook-form'
import { type SectionProps, SettingsSection } from '~/settings/section'
import { Group, SectionForm } from '~/settings/section-form'
import { feeOf, limitsOf } from '~/settings/setting-words'
import { type OwnControls, useSectionForm } from '~/settings/use-section-form'
import { TickRow } from '~/ui/fields/tick-row'

const valuesOf = ({ payment_methods }: ShopSettings): FieldValues => ({
  payment_methods: Object.fromEntries(paymentMethodNames.map((name) => [name, payment_methods.includes(name)])),
})
const changeOf = (values: FieldValues) => ({
  payment_methods: paymentMethodNames.filter((name) => values.payment_methods[name]),
})

const own: OwnControls = { valuesOf, changeOf }

/** What the seller has to know about a group, apart from fees and limits. */
const groupHints = {
  qris: 'Di Midtrans, QRIS memerlukan GoPay atau ShopeePay yang aktif.',
  wallet: 'Nyalakan QRIS juga: tautan ke aplikasi dompet tidak selalu terbuka, dan QR bisa menggantikannya.',
  bank: 'Uang tidak bisa dikembalikan lewat Midtrans, hanya dengan transfer sendiri.',
  store: 'Uang tidak bisa dikembalikan lewat Midtrans, hanya dengan transfer sendiri.',
} as const

export function MethodsSection(props: SectionProps) {
  const section = useSectionForm({ ...props, section: methods, own })
  const error = section.errorOf('payment_methods')
  // The form keeps the error, which belongs to no field, until it is sent again.
  const isNoneOn = !Object.values(section.form.watch('payment_methods')).includes(true)
  return (
    <SettingsSection
      id={methods.id}
      title={methods.title}
      icon={WalletCards}
      summary={props.admin.settings.payment_methods.map((name) => paymentMethods[name].label).join(', ')}
      isDirty={section.isDirty}
    >
      <SectionForm section={section}>
        <div className="grid gap-2 text-muted">
          <p>
            Pembeli memilih di antara cara bayar yang menyala. Yang tidak cocok dengan total pesanan tidak ditawarkan.
          </p>
          <p>
            <strong className="font-semibold text-body">Aktifkan dulu di dasbor Midtrans</strong> (Payment Methods;
            untuk Production dengan data usaha dan persetujuan), baru nyalakan di sini. Midtrans tidak memberi tahu toko
            cara mana yang aktif: coba satu pesanan dengan setiap cara yang baru.
          </p>
        </div>
        {isNoneOn && error && (
          <p role="alert" className="text-13 font-semibold text-danger">
            {error}
          </p>
        )}
        {paymentMethodGroups.map((group) => (
          <Group key={group} legend={paymentGroupLabels[group]} hint={groupHints[group]}>
            <div className="grid grid-cols-1 gap-x-5 sm:grid-cols-2">
              {paymentMethodNames
                .filter((name) => paymentMethods[name].group === group)
                .map((name) => (
                  <TickRow
                    key={name}
                    label={paymentMethods[name].label}
                    hint={<Facts name={name} />}
                    {...section.tick(`payment_methods.${name}`)}
                  />
                ))}
            </div>
          </Group>
        ))}
        <p className="text-13 text-muted">
          {`Biaya menurut ${feeSource.site}, ${feeDay}, dan dipotong Midtrans dari uang Anda. Yang belum pasti berasal dari sumber lain. Kontrak Anda dengan Midtrans yang menentukan.`}
        </p>
      </SectionForm>
    </SettingsSection>
  )
}

/** With no-break hyphens. */
const feeDay = feeSource.day.split('-').reverse().join('\u2011')

/** The limits are one line where they have room. */
const Facts = ({ name }: { name: PaymentMethod }) => (
  <>
    <span>{`Biaya ${feeOf(name)} · `}</span>
    <span className="inline-block">{limitsOf(name)}</span>
  </>
)
