import { describe, expect, test } from 'vitest'
import { listHref, listParams, readListUrl, redirectBeyondLastPage } from './list-url'

const page = 'http://localhost/admin/manage-products'

describe('the URL of a list', () => {
  test('contains page, size and search', () => {
    expect(readListUrl(`${page}?page=3&size=50&query=kue+kering`)).toEqual({
      page: 3,
      size: 50,
      query: 'kue kering',
      filters: {},
    })
  })

  test('has defaults for missing or invalid parameters', () => {
    const usual = { page: 1, size: 10, query: '', filters: {} }
    expect(readListUrl(page)).toEqual(usual)
    expect(readListUrl(`${page}?page=-2&size=7&query=+`)).toEqual(usual)
    expect(readListUrl(`${page}?page=1.5&size=semua`)).toEqual(usual)
  })

  test('is written without defaults and read back unchanged', () => {
    expect(listHref({ page: 1, size: 10, query: '', filters: {} })).toBe('?')
    const list = { page: 2, size: 20, query: 'a&b=c', filters: {} } as const
    expect(readListUrl(page + listHref(list))).toEqual(list)
  })

  test('becomes parameters of the API', () => {
    expect(String(listParams({ page: 2, size: 20, query: 'nastar', filters: {} }))).toBe('page=2&limit=20&query=nastar')
  })

  test('keeps only filters that the list has', () => {
    const list = readListUrl(`${page}?stock=low&page=2&colour=red&city=+`, ['stock', 'city'])
    expect(list.filters).toEqual({ stock: 'low' })
    expect(listHref(list)).toBe('?stock=low&page=2')
    expect(String(listParams(list))).toBe('stock=low&page=2&limit=10')
  })

  test('with a page past the end redirects to the last page', () => {
    const list = { page: 9, size: 20, query: 'kue', filters: {} } as const
    const request = new Request(page + listHref(list))
    const thrown = (totalPages: number) => {
      try {
        redirectBeyondLastPage(list, totalPages, request)
      } catch (response) {
        return (response as Response).headers.get('Location')
      }
    }
    expect(thrown(4)).toBe('/admin/manage-products?query=kue&size=20&page=4')
    expect(thrown(0)).toBe('/admin/manage-products?query=kue&size=20')
    expect(thrown(9)).toBeUndefined()
  })
})
