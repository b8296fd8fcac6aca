/** The user of a Basic `Authorization` header (Midtrans puts the server key there and leaves the password empty). */
export function basicUser(authorization: string | undefined): string | undefined {
  const encoded = /^Basic\s+(\S+)$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return undefined
  const [user] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return user
}
