import { AdminDiscount, AdminVoucher, DiscountForm, VoucherChange, VoucherForm } from '@camilan/contract/discounts'
import { Message, success, UuidPath } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { accountOf, type RouteDeps } from '../../people/login/guards.ts'
import { NotFound } from '../../platform/errors.ts'
import { addDiscount, addVoucher, changeDiscount, endDiscount } from './change-discounts.ts'
import { listDiscounts, listVouchers } from './list-discounts.ts'

const tags = ['discounts']
const params = UuidPath

/** Administrators make, change and end automatic discounts. */
export const discountRoutes =
  ({ db, clock, guards }: RouteDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const guard = { onRequest: guards.admin }
    const discount = async (id: string) => first(await listDiscounts(db, id))

    api.get(
      '/admin/discounts',
      {
        ...guard,
        schema: { tags, summary: 'The automatic discounts', response: { 200: success(z.array(AdminDiscount)) } },
      },
      async () => ({ data: await listDiscounts(db) }),
    )
    api.post(
      '/admin/discounts',
      {
        ...guard,
        schema: {
          tags,
          summary: 'Add an automatic discount',
          body: DiscountForm,
          response: { 201: success(AdminDiscount) },
        },
      },
      async (request, reply) => {
        const id = await addDiscount(db, accountOf(request), request.body, clock())
        return reply.status(201).send({ data: await discount(id), message: 'Tersimpan' })
      },
    )
    api.put(
      '/admin/discounts/:id',
      {
        ...guard,
        schema: {
          tags,
          summary: 'Change an automatic discount',
          params,
          body: DiscountForm,
          response: { 200: success(AdminDiscount) },
        },
      },
      async (request) => {
        const { name, ...rule } = request.body
        const { id } = request.params
        await changeDiscount(db, accountOf(request), { id, source: 'automatic', name, rule }, clock())
        return { data: await discount(id), message: 'Tersimpan' }
      },
    )
    api.delete(
      '/admin/discounts/:id',
      { ...guard, schema: { tags, summary: 'End an automatic discount', params, response: { 200: Message } } },
      async (request) => {
        await endDiscount(db, accountOf(request), { ...request.params, source: 'automatic' }, clock())
        return { message: 'Diskon sudah berakhir' }
      },
    )
  }

/** Administrators make, change and end vouchers. */
export const voucherRoutes =
  ({ db, clock, guards }: RouteDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const guard = { onRequest: guards.admin }
    const voucher = async (id: string) => first(await listVouchers(db, id))

    api.get(
      '/admin/vouchers',
      { ...guard, schema: { tags, summary: 'The vouchers', response: { 200: success(z.array(AdminVoucher)) } } },
      async () => ({ data: await listVouchers(db) }),
    )
    api.post(
      '/admin/vouchers',
      {
        ...guard,
        schema: {
          tags,
          summary: 'Add a voucher with a code, or with several random ones',
          body: VoucherForm,
          response: { 201: success(AdminVoucher) },
        },
      },
      async (request, reply) => {
        const id = await addVoucher(db, accountOf(request), request.body, clock())
        return reply.status(201).send({ data: await voucher(id), message: 'Tersimpan' })
      },
    )
    api.put(
      '/admin/vouchers/:id',
      {
        ...guard,
        schema: {
          tags,
          summary: 'Change what a voucher gives',
          params,
          body: VoucherChange,
          response: { 200: success(AdminVoucher) },
        },
      },
      async (request) => {
        const { id } = request.params
        await changeDiscount(db, accountOf(request), { id, source: 'voucher', rule: request.body }, clock())
        return { data: await voucher(id), message: 'Tersimpan' }
      },
    )
    api.delete(
      '/admin/vouchers/:id',
      { ...guard, schema: { tags, summary: 'End a voucher', params, response: { 200: Message } } },
      async (request) => {
        await endDiscount(db, accountOf(request), { ...request.params, source: 'voucher' }, clock())
        return { message: 'Voucher sudah berakhir' }
      },
    )
  }

function first<T>([only]: readonly T[]): T {
  if (!only) throw new NotFound()
  return only
}
