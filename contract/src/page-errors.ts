/** The sentences of errors that pages say without an answer of the server. Every page loads them. */
export const pageErrors = {
  UNAUTHENTICATED: 'Anda harus login terlebih dahulu.',
  FORBIDDEN: 'Anda tidak memiliki akses pada halaman yang dituju.',
  INTERNAL: 'Terjadi kesalahan pada server. Silakan coba lagi.',
} as const
