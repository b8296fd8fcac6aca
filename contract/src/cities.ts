/** The cities of the shop's deliveries. */
export const cities = ['Jakarta', 'Bogor', 'Depok', 'Tangerang', 'Bekasi'] as const
export type City = (typeof cities)[number]
