/** 'Siapkan toko': the open steps of a new shop, and the removal of its samples. */
import * as z from 'zod/mini'
import { Registration } from './accounts.ts'
import { Instant } from './wire.ts'

/** The steps, in the order in which they are shown. */
export const setupSteps = ['identity', 'contact', 'delivery', 'payment', 'mail', 'product', 'backup'] as const
export type SetupStep = (typeof setupSteps)[number]

/** The target of payments: none, the shop's own sandbox, Midtrans without real money, or Midtrans. */
export const paymentModes = ['none', 'simulation', 'sandbox', 'production'] as const
export type PaymentMode = (typeof paymentModes)[number]

/** The last test mail to the present mail server, and whether the server accepted it. */
const TestMail = z.object({ is_sent: z.boolean(), at: Instant })

/**
 * What keeps buyers from ordering, beside a closed shop and troubles of the gateway. `restored`: the shop is quiet after a
 * restore. `product`: none is shown in the shop. `stock`: all of those are sold out.
 */
export const orderObstacles = ['restored', 'keys', 'product', 'stock'] as const
export type OrderObstacle = (typeof orderObstacles)[number]

const is_done = z.boolean()

/** Each step is computed from the present state of the shop. */
export const Setup = z.object({
  /** The moment at which an administrator closed the list; null while it is shown. */
  closed_at: z.nullable(Instant),
  is_done,
  obstacles: z.array(z.enum(orderObstacles)),
  steps: z.object({
    identity: z.object({ is_done, has_name: z.boolean(), has_story: z.boolean() }),
    contact: z.object({ is_done, has_whatsapp: z.boolean(), has_address: z.boolean() }),
    /** Done when an administrator changed the costs or confirmed the usual ones, or when they are set in the environment. */
    delivery: z.object({ is_done }),
    payment: z.object({ is_done, mode: z.enum(paymentModes) }),
    /** Optional: a shop that chooses nothing offers BCA alone. Done when others are on; it does not count in `is_done`. */
    methods: z.object({ is_done }),
    /** `order_mails`: the setting `mail_order_events`, which a shop whose mail works is proposed. */
    mail: z.object({ is_done, has_server: z.boolean(), test: z.nullable(TestMail), order_mails: z.boolean() }),
    /** `chosen_packaging`: the setting `choose_only_packaging`, which a shop with a product is proposed. */
    product: z.object({ is_done, chosen_packaging: z.boolean() }),
    /**
     * Done by a fresh backup in another place: one of the shop's own, or one that an administrator downloaded within a month.
     * `is_elsewhere`: the folder of the backups is on another disk than the database. `every_hours` is 0 for none.
     */
    backup: z.object({
      is_done,
      made_at: z.nullable(Instant),
      is_elsewhere: z.boolean(),
      downloaded_at: z.nullable(Instant),
      every_hours: z.number(),
    }),
  }),
  /** Whether sample products or open demo accounts are left. */
  has_samples: z.boolean(),
})
export type Setup = z.infer<typeof Setup>

/** Changes only its own fields. `delivery_confirmed`: the usual costs of delivery are right for this shop. */
export const SetupChange = z.object({
  closed: z.optional(z.boolean()),
  delivery_confirmed: z.optional(z.literal(true)),
})
export type SetupChange = z.infer<typeof SetupChange>

/**
 * The step that a demo administrator has to take before the samples can be removed: make an account of their own, log in
 * with the existing one, or run the command on the server. Null for an account that is no demo account.
 */
export const ownAccountNeeds = ['new-account', 'log-in', 'command'] as const
export type OwnAccountNeed = (typeof ownAccountNeeds)[number]

export const Samples = z.object({
  /** The moment of the removal. All numbers are 0 then. */
  removed_at: z.nullable(Instant),
  needs: z.nullable(z.enum(ownAccountNeeds)),
  /** Sample products that were never ordered. */
  to_delete: z.int(),
  /** Sample products that orders refer to. */
  to_archive: z.int(),
  /** The names of samples that stay, because an administrator changed their name, price or picture. */
  kept: z.array(z.string()),
  demo_accounts: z.int(),
})
export type Samples = z.infer<typeof Samples>

/** The effect of the removal. All numbers of a second call are 0. */
export const SamplesRemoved = z.object({
  removed_at: Instant,
  deleted: z.int(),
  archived: z.int(),
  demo_accounts: z.int(),
})
export type SamplesRemoved = z.infer<typeof SamplesRemoved>

/** The own account that a demo administrator makes. */
export const OwnAccount = z.pick(Registration, { name: true, email: true, password: true })
export type OwnAccount = z.infer<typeof OwnAccount>
