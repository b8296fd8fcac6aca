import { imageSentences } from '@camilan/contract/images'
import { success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Media } from '../media/open-media.ts'
import { storeImage } from '../media/store-image.ts'
import { withImageForm } from '../media/with-image-form.ts'
import { accountOf, type RouteDeps } from '../people/login/guards.ts'
import { InvalidForm } from '../platform/errors.ts'
import type { ProductPresenter } from './read/present.ts'

interface PictureDeps extends RouteDeps {
  media: Media
  present: ProductPresenter
}

const UploadedPicture = z.object({ image: z.string() })

/** A picture is uploaded before the form that names it, and deleted after a day without one. */
export const pictureRoutes =
  ({ guards, media, present }: PictureDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const schema = z.object({})
    api.post(
      '/admin/pictures',
      {
        onRequest: guards.admin,
        schema: {
          tags: ['admin catalogue'],
          summary: 'Upload a picture, for the field `images` of a product',
          form: schema,
          response: { 201: success(UploadedPicture) },
          refusals: ['RATE_LIMITED'],
        },
      },
      async (request, reply) => {
        const form = { schema, imageTooLarge: imageSentences.productSize }
        const hash = await withImageForm(media, request, form, async ({ image: file }) => {
          if (!file) throw new InvalidForm({ image: imageSentences.productType })
          return storeImage(media, accountOf(request), { file, unsupported: imageSentences.productType })
        })
        return reply.status(201).send({ data: { image: present.imageUrl(hash) ?? '' } })
      },
    )
  }
