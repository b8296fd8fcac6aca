import { PaymentPage } from './payment-page.js'
import { connectToMerchantPage } from './popup-channel.js'
import { openFromRedirect } from './redirect-channel.js'

const page = new PaymentPage(document.getElementById('checkout'))

if (location.pathname === '/snap/v4/popup') connectToMerchantPage(page)
else openFromRedirect(page)
