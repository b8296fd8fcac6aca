import { PaymentPage } from './payment-page.js'
import { connectToMerchantPage } from './popup-channel.js'
import { takesToMerchant } from './redirect-channel.js'

const page = new PaymentPage(document.getElementById('checkout'))

if (location.pathname === '/snap/v4/popup') connectToMerchantPage(page)
else takesToMerchant(page)
