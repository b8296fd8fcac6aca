/** The number of characters that some texts may have, in the schemas and in the inputs of the pages. */
export const maxLengths = {
  address: 500,
  addressLabel: 40,
  recipient: 100,
  notes: 500,
  city: 80,
  zone: 60,
  deliveryService: 40,
  courier: 50,
  trackingNumber: 50,
  search: 200,
  refundCause: 200,
  bank: 50,
  accountNumber: 40,
  accountHolder: 100,
  discountReason: 50,
  voucherCode: 50,
  tag: 30,
} as const

export const passwordLength = { min: 8, max: 100 } as const

export const settingLengths = {
  shopName: 60,
  tagline: 200,
  story: 3000,
  address: 300,
  link: 200,
  days: 40,
  closedSentence: 200,
  seasonTitle: 40,
  seasonSentence: 140,
} as const
