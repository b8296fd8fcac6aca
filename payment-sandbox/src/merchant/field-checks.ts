/** Collects Snap's error messages about one request body. */
export class FieldChecks {
  readonly errors: string[] = []

  /** A string within its limit (in code points), or null if it is missing or wrong. */
  text(value: unknown, name: string, longest: number): string | null {
    if (value === undefined || value === null) return null
    if (typeof value !== 'string') return this.#refuse(`${name} is not a string`)
    if ([...value].length > longest) return this.#refuse(`${name} too long`)
    return value
  }

  integer(value: unknown, name: string, least = Number.NEGATIVE_INFINITY): number | null {
    if (value === undefined || value === null) return this.#refuse(`${name} is required`)
    if (typeof value !== 'number') return this.#refuse(`${name} is not a number`)
    if (!Number.isSafeInteger(value)) return this.#refuse(`${name} is not an integer`)
    if (value < least) return this.#refuse(`${name} must be greater than or equal to ${least}`)
    return value
  }

  refuseIf(wrong: boolean, message: string): void {
    if (wrong) this.errors.push(message)
  }

  #refuse(message: string): null {
    this.errors.push(message)
    return null
  }
}

/** The value as an object to read keys from; an empty object for anything else. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}
