/** What a shop without products says of itself. */
export const openingSoon = 'Toko ini segera buka: produk pertama sedang kami siapkan.'
