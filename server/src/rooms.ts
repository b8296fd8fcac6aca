/** Opens all rooms. Each gets its dependencies from the rooms before it. */
import type { Notice } from '@camilan/contract/notifications'
import type { AlarmName } from '@camilan/contract/settings'
import type { FastifyBaseLogger } from 'fastify'
import type { AppDeps } from './app.ts'
import { openCheckout } from './checkout/open.ts'
import { openOpening } from './checkout/opening/open.ts'
import { openMail } from './mail/open.ts'
import { openPictures } from './media/open.ts'
import { openBackup } from './office/backup/open.ts'
import { everythingRoutes } from './office/everything/routes.ts'
import { openReports } from './office/reports/open.ts'
import { productsSoldMost } from './office/reports/queries.ts'
import { setupRoutes } from './office/setup/routes.ts'
import { openWatch } from './office/watch/open.ts'
import { presentCart } from './orders/cart/present.ts'
import { cartRoutes } from './orders/cart/routes.ts'
import { openOrders } from './orders/open.ts'
import { openGateways } from './payments/keys/gateways.ts'
import { openPaymentKeys } from './payments/keys/open.ts'
import { openPayments, type PaymentCounters } from './payments/open.ts'
import { paymentReportRoutes } from './payments/statement/routes.ts'
import { auditRoutes } from './people/audit/routes.ts'
import { makeGuards } from './people/login/guards.ts'
import { notify } from './people/notifications/notify.ts'
import { openNotifications } from './people/notifications/open.ts'
import { openAccounts } from './people/open.ts'
import { openStaff } from './people/staff/open.ts'
import type { ReadyAnswers } from './platform/answers/ready-answers.ts'
import type { Tx } from './platform/db/db.ts'
import type { Room } from './platform/room.ts'
import { publishCatalogChange, publishPictureChange } from './products/catalog-change.ts'
import { openCatalog } from './products/open.ts'
import { mailServerRoutes } from './settings/mail-server/mail-server-routes.ts'
import { openSettings } from './settings/open.ts'

interface RoomsDeps extends AppDeps {
  ready: ReadyAnswers
  log: FastifyBaseLogger
  counters: PaymentCounters | undefined
}

export async function openRooms(deps: RoomsDeps) {
  const { config, db, clock, media, broadcast, quiet, sealer, ready, log, gatewayAccess: access } = deps
  const { publicUrl, limits, production, demoData, dataDir, databaseConnections: connections } = config
  const guards = makeGuards({ db, clock })
  const notificationUrl = `${publicUrl}/api/payments/notification`
  const all = { db, clock, guards, broadcast, quiet, media, sealer, ready, log, publicUrl, limits, notificationUrl }

  const onLostFiles = (tx: Tx) => publishCatalogChange(tx)
  const pictures = await openPictures({ ...all, onNewFiles: publishPictureChange, onLostFiles })
  const { imageUrl } = pictures

  const settingsRoom = await openSettings({ ...all, base: config.settings, imageUrl })
  const { settings, sender } = settingsRoom
  const shopName = () => settings.current().shop_name
  const mail = await openMail({ ...all, config: config.mail, dataDir, shopName })
  const { mailServer } = mail
  const tell = (tx: Tx, notice: Notice, now: Date) => notify(tx, [notice], now)

  const soldMost = () => productsSoldMost(db, clock())
  const catalog = openCatalog({ ...all, imageUrl, settings, demoData, connections, readSoldMost: soldMost })
  const openingRoom = await openOpening({ ...all, imageUrl, settings })
  const { opening } = openingRoom

  const orders = openOrders({ ...all, imageUrl, settings, sender })
  const paymentKeys = await openPaymentKeys({ ...all, access, own: config.payments.keys })
  const { keySets } = paymentKeys
  const alarms = { ...all, sender, isWanted: (name: AlarmName) => settings.current().alerts[name] }
  const { outsideClocks, counters } = deps
  const gateway = { access, keySets, outsideClocks, counters, reconcileSeconds: config.payments.reconcileSeconds }
  const methodsOn = () => settings.current().payment_methods
  const paymentsRoom = openPayments({ ...alarms, ...gateway, methodsOn, present: orders.present })
  const { payments, clockWatch, signals } = paymentsRoom
  const environment = () => keySets.current()?.environment
  const report = { payments, reading: openGateways(keySets, access), isQuiet: quiet.isOn, environment }

  const { backup: plan, databaseUrl } = config
  const { store } = media
  const backup = openBackup({ ...all, connection: deps.connection, store, plan, dataDir, databaseUrl })
  const { isElsewhere } = backup
  const setup = { production, demoData, settings, keySets, mailServer, backup: { ...plan, isElsewhere } }
  const watchRoom = openWatch({ ...alarms, clockWatch, signals, backup: plan, dataDir, store })
  const { watch } = watchRoom

  const rooms: Room[] = [
    pictures,
    mail,
    openAccounts({ ...all, imageUrl, sender, demoLogin: demoData, tell }),
    { api: [auditRoutes(all)] },
    settingsRoom,
    { api: [mailServerRoutes({ ...all, sender, mailServer, tell })] },
    openNotifications({ ...all, imageUrl }),
    openStaff({ ...all, sender }),
    catalog,
    openingRoom,
    { api: [cartRoutes({ ...all, present: presentCart(imageUrl) })] },
    orders,
    paymentKeys,
    paymentsRoom,
    { api: [paymentReportRoutes({ ...all, ...report })] },
    openCheckout({ ...all, payments, settings, sender, present: orders.present }),
    { api: [setupRoutes({ ...all, ...setup, sender })] },
    openReports({ ...all, present: orders.present.forAdmin }),
    backup,
    { api: [everythingRoutes({ ...all, csvSeparator: () => settings.current().csv_separator })] },
    watchRoom,
  ]
  return { rooms, imageUrl, settings, mailServer, catalog, opening, keySets, payments, watch }
}
