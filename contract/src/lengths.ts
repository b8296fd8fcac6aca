/** How many characters some texts may have, in the schemas and in the inputs of the pages. */
export const maxLengths = { address: 500, notes: 500, courier: 50, trackingNumber: 50, search: 200 } as const

export const passwordLength = { min: 8, max: 100 } as const
