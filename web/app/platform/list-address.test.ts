import { describe, expect, test } from 'vitest'
import { listAddress, listHref, listParams, stayWithin } from './list-address'

const page = 'http://localhost/admin/manage-products'

describe('the address of a list', () => {
  test('holds page, size and search', () => {
    expect(listAddress(`${page}?page=3&size=50&query=kue+kering`)).toEqual({
      page: 3,
      size: 50,
      query: 'kue kering',
      filters: {},
    })
  })

  test('means the default where it says nothing or nonsense', () => {
    const usual = { page: 1, size: 10, query: '', filters: {} }
    expect(listAddress(page)).toEqual(usual)
    expect(listAddress(`${page}?page=-2&size=7&query=+`)).toEqual(usual)
    expect(listAddress(`${page}?page=1.5&size=semua`)).toEqual(usual)
  })

  test('as a link leaves out what is the default, and reads back as it was', () => {
    expect(listHref({ page: 1, size: 10, query: '', filters: {} })).toBe('?')
    const address = { page: 2, size: 20, query: 'a&b=c', filters: {} } as const
    expect(listAddress(page + listHref(address))).toEqual(address)
  })

  test('asks the shop for a page of its size', () => {
    expect(String(listParams({ page: 2, size: 20, query: 'nastar', filters: {} }))).toBe('page=2&limit=20&query=nastar')
  })

  test('keeps the filters that the list has, and no others', () => {
    const address = listAddress(`${page}?stock=low&page=2&colour=red&city=+`, ['stock', 'city'])
    expect(address.filters).toEqual({ stock: 'low' })
    expect(listHref(address)).toBe('?stock=low&page=2')
    expect(String(listParams(address))).toBe('stock=low&page=2&limit=10')
  })

  test('past the end leads to the last page', () => {
    const address = { page: 9, size: 20, query: 'kue', filters: {} } as const
    const request = new Request(page + listHref(address))
    const thrown = (totalPages: number) => {
      try {
        stayWithin(address, totalPages, request)
      } catch (response) {
        return (response as Response).headers.get('Location')
      }
    }
    expect(thrown(4)).toBe('/admin/manage-products?query=kue&size=20&page=4')
    expect(thrown(0)).toBe('/admin/manage-products?query=kue&size=20')
    expect(thrown(9)).toBeUndefined()
  })
})
