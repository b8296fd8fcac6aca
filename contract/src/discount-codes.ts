/** How typed codes are compared: by their letters and digits alone. */
export const codeKey = (code: string): string =>
  code
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
