/**
 * `node server/scripts/write-places.ts` writes server/src/settings/places/indonesia.txt from the package idn-area-data: a line
 * for each province, and one for each of its kabupaten and kota with its kecamatan. Run it after an update of the package.
 */
import { writeFileSync } from 'node:fs'
import { getDistricts, getProvinces, getRegencies } from 'idn-area-data'

const [provinces, regencies, districts] = await Promise.all([getProvinces(), getRegencies(), getDistricts()])

/** Its own part of a code and its name, the parts of the code in the order of the ministry's list. */
const entry = ({ code, name }: { code: string; name: string }) => `${code.slice(-2)} ${name}`

const lines = provinces.flatMap((province) => [
  entry(province),
  ...regencies
    .filter(({ province_code }) => province_code === province.code)
    .map((regency) => {
      const parts = districts.filter(({ regency_code }) => regency_code === regency.code)
      return `  ${entry(regency)}: ${parts.map(entry).join('; ')}`
    }),
])

writeFileSync(new URL('../src/settings/places/indonesia.txt', import.meta.url), `${lines.join('\n')}\n`)
