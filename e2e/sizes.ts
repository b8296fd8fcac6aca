/** The two screens on which the shop is tested. */
export const desktop = { viewport: { width: 1280, height: 900 } } as const

export const phone = {
  viewport: { width: 360, height: 800 },
  hasTouch: true,
  isMobile: true,
} as const
