/** The facts of food of the samples. They have no halal and P-IRT numbers, because nobody has given them any. */
import { type Allergen, allergenNames } from '@camilan/contract/food-facts'
import { declarationText } from '@camilan/contract/food-form'
import { weightGrams } from '@camilan/contract/terms'
import type { sampleProducts } from './sample-products.ts'

type Slug = (typeof sampleProducts)[number]['slug']

interface SampleFacts {
  ingredients: string
  contains: Allergen[]
  /** All others are declared free. */
  traces: Allergen[]
  /** Until it is opened, and after. */
  days: [number, number]
  storage: string
}

const dry = 'Suhu ruang, tertutup rapat, jauh dari sinar matahari'
const cool = 'Tempat sejuk dan kering, tertutup rapat'
const fried: Pick<SampleFacts, 'traces' | 'storage'> = { traces: ['peanut', 'fish', 'shellfish'], storage: dry }
const baked: Pick<SampleFacts, 'traces' | 'storage'> = { traces: ['peanut', 'tree_nut', 'soy'], storage: dry }
const butterDough = 'Tepung terigu, mentega, kuning telur, gula halus, susu bubuk'

const facts: Record<Slug, SampleFacts> = {
  'keripik-singkong-balado': {
    ...fried,
    ingredients: 'Singkong, minyak goreng, cabai merah, gula, bawang merah, bawang putih, garam',
    contains: [],
    days: [60, 14],
  },
  'keripik-pisang-manis': {
    ...fried,
    ingredients: 'Pisang kepok, minyak goreng, gula, garam',
    contains: [],
    days: [60, 14],
  },
  'keripik-tempe': {
    ...fried,
    ingredients: 'Tempe kedelai, tepung beras, minyak goreng, ketumbar, bawang putih, daun jeruk, garam',
    contains: ['soy'],
    days: [45, 14],
  },
  'kerupuk-bawang': {
    ...fried,
    ingredients: 'Tepung tapioka, tepung terigu, minyak goreng, bawang putih, seledri, garam',
    contains: ['gluten'],
    days: [30, 7],
  },
  'basreng-pedas-daun-jeruk': {
    ...fried,
    ingredients: 'Ikan, tepung tapioka, tepung terigu, minyak goreng, cabai bubuk, bawang putih, daun jeruk, garam',
    contains: ['gluten', 'fish'],
    traces: ['peanut', 'shellfish'],
    days: [60, 14],
  },
  'makaroni-spiral-pedas': {
    ...fried,
    ingredients: 'Makaroni (tepung terigu), minyak goreng, cabai bubuk, bawang putih, gula, garam',
    contains: ['gluten'],
    days: [90, 21],
  },
  rengginang: {
    ...fried,
    ingredients: 'Beras ketan, minyak goreng, terasi udang, bawang putih, garam',
    contains: ['shellfish'],
    traces: ['peanut', 'fish'],
    days: [30, 7],
  },
  'kacang-bawang': {
    ...fried,
    ingredients: 'Kacang tanah, minyak goreng, santan, bawang putih, garam',
    contains: ['peanut'],
    traces: ['fish', 'shellfish'],
    days: [60, 14],
  },
  'emping-melinjo': { ...fried, ingredients: 'Melinjo, minyak goreng, garam', contains: [], days: [60, 14] },
  nastar: {
    ...baked,
    ingredients: `${butterDough}, nanas, gula pasir, cengkih, kayu manis`,
    contains: ['milk', 'egg', 'gluten'],
    days: [30, 10],
  },
  kastengel: {
    ...baked,
    ingredients: `${butterDough}, keju edam, keju cheddar, garam`,
    contains: ['milk', 'egg', 'gluten'],
    days: [45, 14],
    storage: cool,
  },
  'putri-salju': {
    ...baked,
    ingredients: 'Tepung terigu, mentega, kacang mede, gula halus, susu bubuk',
    contains: ['tree_nut', 'milk', 'gluten'],
    traces: ['peanut', 'egg', 'soy'],
    days: [30, 10],
    storage: cool,
  },
  'lidah-kucing': {
    ...baked,
    ingredients: 'Tepung terigu, mentega, putih telur, gula halus, vanila',
    contains: ['milk', 'egg', 'gluten'],
    days: [45, 10],
  },
  'kue-semprit': {
    ...baked,
    ingredients: `${butterDough}, tepung sagu, ceri merah`,
    contains: ['milk', 'egg', 'gluten'],
    days: [60, 14],
  },
  'kue-kacang': {
    ...baked,
    ingredients: 'Kacang tanah, tepung terigu, minyak goreng, gula halus, kuning telur, garam',
    contains: ['peanut', 'egg', 'gluten'],
    traces: ['tree_nut', 'milk', 'soy'],
    days: [60, 14],
  },
  'sagu-keju': {
    ...baked,
    ingredients: 'Tepung sagu, mentega, keju cheddar, kuning telur, gula halus, daun pandan',
    contains: ['milk', 'egg'],
    traces: ['peanut', 'tree_nut', 'gluten', 'soy'],
    days: [45, 14],
  },
  'cookies-cokelat': {
    ...baked,
    ingredients: 'Tepung terigu, mentega, keping cokelat (susu, kedelai), gula palem, telur, bubuk kakao, garam',
    contains: ['milk', 'egg', 'gluten', 'soy'],
    traces: ['peanut', 'tree_nut'],
    days: [45, 14],
    storage: cool,
  },
  'kue-bangkit': {
    ...baked,
    ingredients: 'Tepung sagu, santan, gula halus, telur, daun pandan, pewarna makanan merah',
    contains: ['egg'],
    traces: ['peanut', 'tree_nut', 'milk', 'gluten', 'soy'],
    days: [60, 14],
  },
}

/** The columns of a sample. */
export function sampleFacts({ slug, weight }: { slug: Slug; weight: string }) {
  const { contains, traces, days, ...texts } = facts[slug]
  const free = allergenNames.filter((name) => !contains.includes(name) && !traces.includes(name))
  return {
    ...texts,
    allergens: declarationText({ complete: true, contains, traces, free }),
    shelf_life_days: days[0],
    opened_shelf_life_days: days[1],
    net_weight_grams: weightGrams(weight),
  }
}
