import type { FileHandle } from 'node:fs/promises'
import { maxReportBytes, ReportForm, ReportPreview, ReportResult } from '@camilan/contract/payment-report'
import { Message, success } from '@camilan/contract/wire'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Media } from '../../media/open-media.ts'
import { accountOf, type Guards } from '../../people/login/guards.ts'
import { limitConcurrency } from '../../platform/concurrency/limit-concurrency.ts'
import { InvalidForm } from '../../platform/errors.ts'
import { withForm } from '../../platform/http/multipart.ts'
import { type MatchDeps, matchReport } from './match-report.ts'
import { stateNothingMissing } from './missing-spans.ts'
import { readPreview } from './read-preview.ts'

interface ReportRoutesDeps extends MatchDeps {
  guards: Guards
  media: Pick<Media, 'openUpload'>
}

const common = { tags: ['payments'] }
/** The file of a form. */
const sent = { file: 'file' }

/** For administrators: the gateway's own report, compared with the payments of the shop. */
export const paymentReportRoutes =
  ({ guards, media, ...deps }: ReportRoutesDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const { db, clock } = deps.payments
    /** One report at a time, because each fills memory with its rows. */
    const inTurn = limitConcurrency({ running: 1, waiting: 4 })

    function withReport<Schema extends z.core.$ZodType, Result>(
      request: FastifyRequest,
      schema: Schema,
      use: (file: FileHandle, form: z.output<Schema>) => Promise<Result>,
    ): Promise<Result> {
      const field = {
        name: sent.file,
        maxBytes: maxReportBytes,
        tooLarge: 'File paling besar 10 MB. Unduh rentang tanggal yang lebih pendek.',
        openFile: media.openUpload,
      }
      return withForm(request, schema, field, async ({ file, form }) => {
        if (!file) throw new InvalidForm({ file: 'Pilih file CSV dari dasbor Midtrans.' })
        return inTurn(() => use(file, form))
      })
    }

    api.post(
      '/admin/payment-report/preview',
      {
        onRequest: guards.admin,
        schema: {
          ...common,
          ...sent,
          summary: 'The columns of a report',
          form: z.object({}),
          response: { 200: success(ReportPreview) },
        },
      },
      async (request) => ({ data: await withReport(request, z.object({}), (file) => readPreview(db, file)) }),
    )

    api.post(
      '/admin/payment-report',
      {
        onRequest: guards.admin,
        schema: {
          ...common,
          summary: 'Compare a report of the gateway with the shop',
          ...sent,
          form: ReportForm,
          response: { 200: success(ReportResult) },
        },
      },
      async (request) => ({
        data: await withReport(request, ReportForm, (file, { columns }) =>
          matchReport(deps, accountOf(request), { file, columns }, clock()),
        ),
      }),
    )

    api.post(
      '/admin/payment-report/nothing-missing',
      {
        onRequest: guards.admin,
        schema: {
          ...common,
          summary: 'Say that nothing is missing since the restore, without a report',
          response: { 200: Message },
        },
      },
      async (request) => {
        await stateNothingMissing(db, accountOf(request), clock())
        return { message: 'Dicatat: tidak ada yang hilang' }
      },
    )
  }
