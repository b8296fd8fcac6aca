/** The city that this browser chose last, on a product or in an order. */
import { readStored, writeStored } from './storage'

const key = 'deliveryCity'

/** Empty if none was chosen. */
export const readCity = () => readStored(key) ?? ''

export const rememberCity = (name: string) => writeStored(key, name || null)
