import { section, type ValuesOf } from '../platform/config/section.ts'
import { connectionUrl, optional, sender } from '../platform/config/variables.ts'

export const mailSection = section({
  title: 'Mail',
  variables: {
    SMTP_URL: optional(
      connectionUrl(['smtp', 'smtps'], { needsHost: true }),
      'mail server, `smtps://user:password@mail.example.com`',
      'set in the browser, else files in `DATA_DIR/outbox`',
    ),
    MAIL_FROM: optional(sender, 'sender, `Camilan <toko@example.com>`', 'noreply@ the host of `PUBLIC_URL`'),
  },
})

export type MailConfig = ReturnType<typeof mailConfig>

export function mailConfig(
  { SMTP_URL, MAIL_FROM }: ValuesOf<typeof mailSection>,
  { shopName, publicUrl }: { shopName: string; publicUrl: string },
) {
  const { name, email } = MAIL_FROM ?? { email: `noreply@${new URL(publicUrl).hostname}` }
  return {
    /** Undefined: the environment names no mail server. */
    smtpUrl: SMTP_URL,
    /** The sender; the field names are nodemailer's, `address` is an e-mail address. */
    from: { name: name ?? shopName, address: email },
    /** The environment names the sender. */
    isFromSet: MAIL_FROM !== undefined,
    /** The sender uses the present name of the shop. */
    isNamedAfterShop: name === undefined,
  }
}
