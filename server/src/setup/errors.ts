import { ShopError } from '../platform/errors.ts'

export class NoMailServer extends ShopError<'VALIDATION'> {
  constructor() {
    super('VALIDATION', { sentence: 'Server email belum diatur, jadi belum ada email yang dapat dikirim.' })
  }
}

export class TooManyTestMails extends ShopError<'RATE_LIMITED'> {
  constructor(until: Date, now: Date) {
    const retryAfterSeconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000))
    const minutes = Math.ceil(retryAfterSeconds / 60)
    super('RATE_LIMITED', {
      sentence: `Email uji sudah terlalu sering dikirim. Silakan coba lagi ${minutes} menit lagi.`,
      retryAfterSeconds,
    })
  }
}
