/** Texts as phones, chats, word processors and attackers send them, by what is right for them. */

/** All are the number 0812-3456-7890. */
export const writtenPhones = [
  ...['\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2212', '\ufe63', '\uff0d', '.', ' '].map(
    (dash) => `0812${dash}3456${dash}7890`,
  ),
  ...['\u00a0', '\u2007', '\u2009', '\u202f', '\u3000'].map((blank) => `+62${blank}812${blank}3456${blank}7890`),
  ...['\u00ad', '\u200b', '\ufeff'].map((nothing) => `0812${nothing}3456${nothing}7890`),
  '0812\u20073456\u202f7890',
  '\u20660812-3456-7890\u2069',
  '\u200e+62 812 3456 7890\u200f',
  '\u202a0812\u20113456\u20117890\u202c',
  '(0812) 3456.7890',
  '+62 (0)812\u20133456\u20137890',
  '0062 812 3456 7890',
  '６２８１２３４５６７８９０',
]

/** Nobody can read anything in them: as a required text they are empty. */
export const invisibleTexts = [
  '\u1160',
  '\uffa0',
  '\u115f\u3164',
  '\u00ad\u00ad',
  '\u034f',
  '\u2061\u2062',
  '\u180e',
  '\u200d\u200c',
  '\u202e\u202c',
  '\ufeff',
  '\u2800',
  '\u{e0041}',
  ' \t ',
  '\u00a0\u3000',
  '\n\n',
  '\u0301',
  '...',
  '—',
  '🍪',
]

export const visibleTexts = ['Ñ', '林', '١٢', '👩\u200d🍳 Dapur Ibu', 'Jl. 7', 'Rp5', 'é', "O'Neil"]

/** A stored text, and a search that finds it. */
export const searches: readonly (readonly [string, string])[] = [
  ['Nu\u2019man Hakim', "nu'man"],
  ['Nu\u02bcman Hakim', 'numan'],
  ["Jum'at Berkah", 'jum`at'],
  ['Jumat Berkah', 'jum\u00b4at'],
  ['Kue Ka\u2018ak', "ka'ak"],
  ['Éclair Mini', 'eclair'],
  ['Eclair Mini', 'e\u0301clair'],
  ['Nai\u0308f Cafe\u0301', 'naïf café'],
  ['Naïf Café', 'naif cafe'],
  ['Crème brûlée', 'creme brulee'],
  ['Kue Semprit \u2013 Keju', 'semprit - keju'],
  ['Kue Semprit-Keju', 'semprit\u2011keju'],
  ['Rosé Cookies', 'ROSE'],
  ['Kue “Nastar” 500\u00a0gram', '"nastar" 500 gram'],
  ['Nastar', 'nas\u00adtar\u200b'],
  ['Nastar', '\ufeffnas\ufffdtar'],
  ['Nastar', 'ｎａｓｔａｒ'],
  ['Nas\u200btar', 'nastar'],
  ['Kue Te\u0115mpe', 'teempe'],
  ['Smørrebrød', 'smorrebrod'],
  ['Straße', 'STRASSE'],
  ['ISTIMEWA', 'ıstımewa'],
  ['ﬁnger Œuf', 'FINGER oeuf'],
  ['ΟΔΟΣ', 'οδος'],
  ['مُحَمَّد', 'محمد'],
]

/** Keyboards write their letters in two normal forms. */
export const passwords = ['pâté-manis-77', 'ångström-88-kue', 'crème-brûlée-77']
