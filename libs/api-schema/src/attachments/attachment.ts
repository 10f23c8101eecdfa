import type { Attachment } from '@slipway/domain/model';
import { z } from 'zod';
import { joinIds, type RenderContext } from '../format/render-context.ts';
import { ownType } from '../format/scalars.ts';
import { showType } from '../format/type-name.ts';

/** A file of a task, release or template (models.txt, Attachment). */
export const attachmentResponse = z
  .object({
    id: z.string(),
    type: ownType('Attachment'),
    fileUri: z.string().describe('where its content is, below /api/v1'),
    contentType: z.string().describe('as declared by the uploader'),
    exportFilename: z.string().describe('the file name, as declared by the uploader'),
    checksum: z.string().describe('SHA-256 of its content, in hexadecimal'),
  })
  .meta({ id: 'Attachment' });

export type AttachmentResponse = z.output<typeof attachmentResponse>;

/** Renders an attachment of the task or release with this full id. */
export const showAttachment = (
  { id, name, contentType, checksum }: Attachment,
  holder: string,
  { prefix }: Pick<RenderContext, 'prefix'>,
): AttachmentResponse => ({
  id: joinIds(holder, id),
  type: showType('Attachment', prefix),
  fileUri: `releases/attachments/${id}`,
  contentType,
  exportFilename: name,
  checksum,
});
