import { NewTerm, OneTermPath, Term, TermChange, TermList, TermOrder, TermPath } from '@camilan/contract/term-form'
import { Message, success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accountOf } from '../../people/login/guards.ts'
import type { SettingsRouteDeps } from '../routes.ts'
import { addTerm, arrangeTerms, changeTerm, removeTerm } from './change-terms.ts'
import { presentTerm, presentTerms } from './present.ts'

/** Administrators change the lists of categories, packagings and weights. Everybody reads them with the shop's facts. */
export const termRoutes =
  ({ guards, clock, imageUrl, ...deps }: SettingsRouteDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const guard = { onRequest: guards.admin }
    const tags = ['settings']
    const answer = { 200: success(Term) }

    api.get(
      '/admin/terms/:list',
      {
        ...guard,
        schema: { tags, summary: 'The terms of a list', params: TermPath, response: { 200: success(TermList) } },
      },
      async (request) => ({ data: presentTerms(deps.settings.terms(), imageUrl)[request.params.list] }),
    )

    api.post(
      '/admin/terms/:list',
      {
        ...guard,
        schema: { tags, summary: 'Add a term', params: TermPath, body: NewTerm, response: { 201: success(Term) } },
      },
      async (request, reply) => {
        const term = await addTerm(deps, accountOf(request), { ...request.params, form: request.body }, clock())
        return reply.status(201).send({ data: presentTerm(term, imageUrl), message: 'Tersimpan' })
      },
    )

    api.put(
      '/admin/terms/:list',
      {
        ...guard,
        schema: {
          tags,
          summary: 'Arrange the terms of a list',
          params: TermPath,
          body: TermOrder,
          response: { 200: success(TermList) },
        },
      },
      async (request) => {
        const order = { ...request.params, codes: request.body.codes }
        const terms = await arrangeTerms(deps, accountOf(request), order, clock())
        return { data: terms.map((term) => presentTerm(term, imageUrl)), message: 'Tersimpan' }
      },
    )

    api.put(
      '/admin/terms/:list/:code',
      { ...guard, schema: { tags, summary: 'Change a term', params: OneTermPath, body: TermChange, response: answer } },
      async (request) => {
        const term = await changeTerm(deps, accountOf(request), { ...request.params, form: request.body }, clock())
        return { data: presentTerm(term, imageUrl), message: 'Tersimpan' }
      },
    )

    api.delete(
      '/admin/terms/:list/:code',
      {
        ...guard,
        schema: {
          tags,
          summary: 'Remove a term that nothing has',
          params: OneTermPath,
          response: { 200: Message },
          refusals: ['TERM_IN_USE'],
        },
      },
      async (request) => {
        await removeTerm(deps, accountOf(request), request.params, clock())
        return { message: 'Terhapus' }
      },
    )
  }
