/** The mail server of the shop and its state, for administrators. */
import * as z from 'zod/mini'
import { Email, optionalFormat, optionalLine, requiredFormat } from './fields.ts'
import { CurrentPassword } from './payment-keys.ts'
import { Instant } from './wire.ts'

/** `tls` from the first byte (usually port 465), or `starttls` after the greeting (usually port 587). */
export const mailSecurities = ['tls', 'starttls'] as const
export type MailSecurity = (typeof mailSecurities)[number]

/** No answer has the password. */
export const MailServerState = z.object({
  /** `folder`: mail is written to a folder of the server, and reaches nobody. */
  source: z.enum(['folder', 'environment', 'browser']),
  host: z.nullable(z.string()),
  port: z.nullable(z.int()),
  security: z.nullable(z.enum(mailSecurities)),
  username: z.nullable(z.string()),
  has_password: z.boolean(),
  /** A password is stored, whether or not it is used and can be read. */
  password_stored: z.boolean(),
  /** The server has a user, but no password: mail waits until one is set. */
  password_missing: z.boolean(),
  sender_name: z.string(),
  sender_email: z.string(),
  /** The part of it that was set in the browser. */
  own_sender_name: z.nullable(z.string()),
  own_sender_email: z.nullable(z.string()),
  set_at: z.nullable(Instant),
  /** The name of the administrator. */
  set_by: z.nullable(z.string()),
  /** The variables of the environment that decide: SMTP_URL the server, MAIL_FROM the sender. */
  locked: z.array(z.string()),
  /** The reason why the shop can't store a password, as a sentence. Null: it can. */
  storage_problem: z.nullable(z.string()),
})
export type MailServerState = z.infer<typeof MailServerState>

/** An empty text becomes null. */
const orNull = z.transform((text: string) => text || null)

export const MailServerChange = z.object({
  host: requiredFormat('Alamat server', 253).check(
    z.regex(/^(?:[a-z0-9-]+\.)*[a-z0-9-]+$|^\[?[0-9a-f:.]+\]?$/i, 'Tulis nama server saja, misalnya smtp.example.com.'),
  ),
  port: z
    .number('Port harus berupa angka.')
    .check(
      z.refine(Number.isInteger, 'Port harus bilangan bulat.'),
      z.gte(1, 'Port harus antara 1 dan 65535.'),
      z.lte(65_535, 'Port harus antara 1 dan 65535.'),
    ),
  security: z.enum(mailSecurities, 'Pilih cara enkripsi.'),
  username: z.nullable(z.pipe(optionalFormat('Nama pengguna', 200), orNull)),
  /** Null or missing: the stored password is kept, if host, port and user are the same. */
  password: z.optional(
    z.nullable(
      z.pipe(z.string('Kata sandi harus berupa teks.').check(z.maxLength(500, 'Kata sandi terlalu panjang.')), orNull),
    ),
  ),
  /** Null: the name of the shop. */
  sender_name: z.nullable(
    z.pipe(
      optionalLine('Nama pengirim', 100).check(
        z.refine((text) => !/[<>"\r\n]/.test(text), 'Nama pengirim tidak boleh berisi <, >, atau tanda kutip.'),
      ),
      orNull,
    ),
  ),
  /** Null: noreply@ the host of the shop. */
  sender_email: z.nullable(
    z.pipe(
      optionalFormat('Email pengirim', 100).check(
        z.refine((text) => text === '' || z.safeParse(Email, text).success, 'Format email tidak valid.'),
      ),
      orNull,
    ),
  ),
  current_password: CurrentPassword,
})
export type MailServerChange = z.infer<typeof MailServerChange>

export const MailTested = z.object({ recipient: z.string() })
