interface SampleFields {
  /** Also the file name of its illustration, `<slug>.svg` in this folder. */
  slug: string
  name: string
  /** Whole rupiah, for one package. */
  price: number
  stock: number
  description: string
}

type SampleProduct = SampleFields &
  (
    | { category: 'MAKANAN_RINGAN'; packaging: 'BAL'; weight: 'KG_1' | 'KG_2' }
    | { category: 'KUE_KERING'; packaging: 'TOPLES'; weight: 'GRAM_250' | 'GRAM_500' }
  )

/** The products of a shop with demo data: most with plenty of stock, some with little, one sold out. */
export const sampleProducts = [
  {
    slug: 'keripik-singkong-balado',
    name: 'Keripik Singkong Balado',
    category: 'MAKANAN_RINGAN',
    packaging: 'BAL',
    weight: 'KG_1',
    price: 62_000,
    stock: 48,
    description:
      'Singkong diiris tipis, digoreng sampai renyah, lalu diaduk dengan bumbu balado dari cabai merah, bawang, dan sedikit gula. Pedasnya sedang, manisnya terasa di akhir. Satu bal cukup untuk beberapa toples di rumah. Simpan di wadah tertutup rapat, tahan sekitar 2 bulan; setelah dibuka sebaiknya habis dalam 2 minggu.',
  },
  {
    slug: 'keripik-pisang-manis',
    name: 'Keripik Pisang Manis',
    category: 'MAKANAN_RINGAN',
    packaging: 'BAL',
    weight: 'KG_1',
    price: 68_000,
    stock: 35,
    description:
      'Pisang kepok yang masih mengkal kami iris memanjang, goreng dua kali, lalu balut tipis dengan gula. Renyah, manisnya ringan, dan aroma pisangnya tetap ada. Simpan di tempat kering dan tertutup rapat, tahan sekitar 2 bulan.',
  },
  {
    slug: 'keripik-tempe',
    name: 'Keripik Tempe',
    category: 'MAKANAN_RINGAN',
    packaging: 'BAL',
    weight: 'KG_1',
    price: 75_000,
    stock: 27,
    description:
      'Tempe kedelai diiris tipis, dicelup adonan tepung beras dengan ketumbar, bawang putih, dan irisan daun jeruk, lalu digoreng sampai garing. Enak dimakan begitu saja, enak juga sebagai teman soto dan pecel. Jauhkan dari sinar matahari dan tutup rapat, tahan sekitar 6 minggu.',
  },
  {
    slug: 'kerupuk-bawang',
    name: 'Kerupuk Bawang',
    category: 'MAKANAN_RINGAN',
    packaging: 'BAL',
    weight: 'KG_2',
    price: 88_000,
    stock: 22,
    description:
      'Kerupuk yang sudah digoreng, mengembang dan ringan, dengan rasa bawang putih yang gurih dan sedikit seledri. Satu bal besar untuk warung, kantin, atau acara keluarga. Ikat kembali plastiknya setelah diambil supaya tidak melempem; tahan sekitar 1 bulan.',
  },
  {
    slug: 'basreng-pedas-daun-jeruk',
    name: 'Basreng Pedas Daun Jeruk',
    category: 'MAKANAN_RINGAN',
    packaging: 'BAL',
    weight: 'KG_1',
    price: 84_000,
    stock: 3,
    description:
      'Bakso ikan dipotong memanjang dan digoreng kering, dibumbui cabai bubuk dan irisan daun jeruk yang wangi. Pedasnya terasa, jadi siapkan minum. Mengandung ikan dan terigu. Simpan tertutup rapat di suhu ruang, tahan sekitar 2 bulan.',
  },
  {
    slug: 'makaroni-spiral-pedas',
    name: 'Makaroni Spiral Pedas',
    category: 'MAKANAN_RINGAN',
    packaging: 'BAL',
    weight: 'KG_2',
    price: 96_000,
    stock: 31,
    description:
      'Makaroni spiral goreng yang kopong dan renyah, bumbu cabai dan bawangnya masuk sampai ke sela-sela ulirnya. Isi 2 kg, pas untuk dibagi dalam kemasan kecil atau disajikan saat arisan. Mengandung terigu. Tutup rapat setelah dibuka, tahan sekitar 3 bulan.',
  },
  {
    slug: 'rengginang',
    name: 'Rengginang Gurih',
    category: 'MAKANAN_RINGAN',
    packaging: 'BAL',
    weight: 'KG_1',
    price: 58_000,
    stock: 18,
    description:
      'Rengginang ketan yang dijemur dua hari lalu digoreng, butir berasnya mekar dan gurih oleh terasi dan bawang. Kami kirim sudah matang, tinggal disajikan. Susun berdiri di kaleng tertutup supaya tidak mudah patah; tahan sekitar 1 bulan.',
  },
  {
    slug: 'kacang-bawang',
    name: 'Kacang Bawang',
    category: 'MAKANAN_RINGAN',
    packaging: 'BAL',
    weight: 'KG_2',
    price: 138_000,
    stock: 14,
    description:
      'Kacang tanah kupas direndam santan dan bawang putih, digoreng perlahan sampai kuning merata, lalu dicampur keripik bawang. Gurihnya rata dan tidak terlalu asin, seperti yang biasa ada di meja tamu saat Lebaran. Tiriskan udara dari plastik sebelum diikat lagi; tahan sekitar 2 bulan.',
  },
  {
    slug: 'emping-melinjo',
    name: 'Emping Melinjo',
    category: 'MAKANAN_RINGAN',
    packaging: 'BAL',
    weight: 'KG_1',
    price: 125_000,
    stock: 0,
    description:
      'Biji melinjo disangrai, ditumbuk tipis dengan tangan, dijemur, lalu digoreng dengan sedikit garam. Ada pahit tipis khas melinjo yang membuatnya cocok untuk gado-gado dan nasi uduk. Simpan di kaleng kedap udara, tahan sekitar 2 bulan.',
  },
  {
    slug: 'nastar',
    name: 'Nastar',
    category: 'KUE_KERING',
    packaging: 'TOPLES',
    weight: 'GRAM_500',
    price: 98_000,
    stock: 40,
    description:
      'Kue mentega yang lembut dengan isi selai nanas yang kami masak sendiri sampai legit, dioles kuning telur, dan diberi sebutir cengkih. Lumer di mulut, manisnya seimbang dengan asam nanas. Mengandung telur, susu, dan terigu. Simpan di suhu ruang dan tutup rapat, tahan sekitar 1 bulan.',
  },
  {
    slug: 'kastengel',
    name: 'Kastengel',
    category: 'KUE_KERING',
    packaging: 'TOPLES',
    weight: 'GRAM_500',
    price: 115_000,
    stock: 26,
    description:
      'Batang keju panggang dengan keju edam di dalam adonan dan taburan cheddar di atasnya. Renyah di gigitan pertama, lalu gurih kejunya tertinggal lama. Mengandung susu, telur, dan terigu. Simpan di tempat sejuk dan tertutup rapat, tahan sekitar 6 minggu.',
  },
  {
    slug: 'putri-salju',
    name: 'Putri Salju',
    category: 'KUE_KERING',
    packaging: 'TOPLES',
    weight: 'GRAM_250',
    price: 52_000,
    stock: 33,
    description:
      'Kue berbentuk bulan sabit dengan kacang mede sangrai yang digiling kasar, diselimuti gula halus yang dingin di lidah. Paling enak bersama teh tawar hangat. Mengandung kacang mede, susu, dan terigu. Jangan disimpan di tempat lembap agar gulanya tidak mencair; tahan sekitar 1 bulan.',
  },
  {
    slug: 'lidah-kucing',
    name: 'Lidah Kucing',
    category: 'KUE_KERING',
    packaging: 'TOPLES',
    weight: 'GRAM_250',
    price: 45_000,
    stock: 29,
    description:
      'Kue tipis memanjang dari mentega dan putih telur, dipanggang sampai pinggirnya kecokelatan. Ringan dan renyah, disukai anak-anak. Mengandung telur, susu, dan terigu. Tutup rapat segera setelah diambil supaya tetap renyah; tahan sekitar 6 minggu.',
  },
  {
    slug: 'kue-semprit',
    name: 'Kue Semprit',
    category: 'KUE_KERING',
    packaging: 'TOPLES',
    weight: 'GRAM_500',
    price: 78_000,
    stock: 5,
    description:
      'Kue semprit bunga dari resep lama di rumah: mentega, kuning telur, dan tepung sagu, dengan sepotong ceri merah di tengahnya. Renyah di luar, lembut saat dikunyah. Mengandung telur, susu, dan terigu. Simpan di suhu ruang, tahan sekitar 2 bulan.',
  },
  {
    slug: 'kue-kacang',
    name: 'Kue Kacang',
    category: 'KUE_KERING',
    packaging: 'TOPLES',
    weight: 'GRAM_500',
    price: 72_000,
    stock: 37,
    description:
      'Kacang tanah disangrai dan digiling sendiri, dipanggang sampai permukaannya retak halus, lalu diberi belahan kacang di atasnya. Wangi kacangnya kuat, teksturnya renyah lalu lumer. Mengandung kacang tanah, telur, dan terigu. Simpan tertutup rapat, tahan sekitar 2 bulan.',
  },
  {
    slug: 'sagu-keju',
    name: 'Sagu Keju',
    category: 'KUE_KERING',
    packaging: 'TOPLES',
    weight: 'GRAM_250',
    price: 48_000,
    stock: 24,
    description:
      'Kue sagu yang disangrai bersama daun pandan, dicampur keju parut, lalu disemprit berlekuk. Lembut sekali dan langsung lumer, dengan gurih keju yang ringan. Mengandung susu dan telur. Bawa dengan hati-hati karena mudah patah; tahan sekitar 6 minggu di wadah tertutup.',
  },
  {
    slug: 'cookies-cokelat',
    name: 'Cookies Cokelat',
    category: 'KUE_KERING',
    packaging: 'TOPLES',
    weight: 'GRAM_500',
    price: 85_000,
    stock: 42,
    description:
      'Cookies cokelat bergaya rumahan dengan keping cokelat di hampir setiap gigitan. Pinggirnya renyah, tengahnya sedikit padat, dan tidak terlalu manis. Mengandung susu, telur, dan terigu. Simpan di tempat sejuk supaya cokelatnya tidak meleleh; tahan sekitar 6 minggu.',
  },
  {
    slug: 'kue-bangkit',
    name: 'Kue Bangkit Santan',
    category: 'KUE_KERING',
    packaging: 'TOPLES',
    weight: 'GRAM_250',
    price: 42_000,
    stock: 16,
    description:
      'Kue bangkit dari tepung sagu sangrai dan santan kental, dicetak bunga dengan titik merah di tengah seperti di meja tamu nenek. Kering di luar, lalu hilang perlahan di lidah. Mengandung telur. Tutup rapat dan jauhkan dari udara lembap, tahan sekitar 2 bulan.',
  },
] as const satisfies readonly SampleProduct[]
