import { NewTerm, OneTermPath, Term, TermChange, TermLists, TermPath } from '@camilan/contract/term-form'
import { Message, success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accountOf } from '../../people/login/guards.ts'
import type { SettingsRouteDeps } from '../routes.ts'
import { addTerm, changeTerm, removeTerm } from './change-terms.ts'
import { presentTerm, presentTerms } from './present.ts'

/** Administrators change the lists of categories, packagings and weights. Everybody reads them with the shop's facts. */
export const termRoutes =
  ({ guards, clock, imageUrl, ...deps }: SettingsRouteDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const guard = { onRequest: guards.admin }
    const tags = ['settings']
    const answer = { 200: success(Term) }

    api.get(
      '/admin/terms',
      {
        ...guard,
        schema: { tags, summary: 'Categories, packagings and weights', response: { 200: success(TermLists) } },
      },
      async () => ({ data: presentTerms(deps.settings.terms(), imageUrl) }),
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
