/** The cities that the shop delivers to. */
export const cities = ['Jakarta', 'Bogor', 'Depok', 'Tangerang', 'Bekasi'] as const
export type City = (typeof cities)[number]
