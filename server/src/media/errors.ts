import { InvalidForm, ShopError } from '../platform/errors.ts'

/** The bytes are not those of a JPEG, PNG, GIF or WebP. */
export class UnsupportedImage extends ShopError<'UNSUPPORTED_MEDIA'> {
  constructor(sentence: string) {
    super('UNSUPPORTED_MEDIA', { sentence })
  }
}

/** Over 40 megapixels, according to the header of the file. */
export class TooManyPixels extends InvalidForm {
  constructor() {
    super({ image: 'Resolusi gambar terlalu besar. Maksimal 40 megapiksel.' })
  }
}

/** The file is damaged, or not complete. */
export class UnreadableImage extends InvalidForm {
  constructor() {
    super({ image: 'Gambar tidak dapat dibaca. Pilih gambar lain.' })
  }
}
