import { message } from '@slipway/domain/messages';
import { type Attachment, Invalid } from '@slipway/domain/model';
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

/** The maximum size of a file name in bytes, which is the limit of file systems. */
const maxNameBytes = 255;
/** The name of a file without a usable name. */
const defaultName = 'file';

/** Whether a character is a control character, which is removed from names. */
const isControl = (character: string): boolean => {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || code === 0x2028 || code === 0x2029;
};

/**
 * Returns the name of an uploaded file: the last part of its path, without control characters. It is a valid file name.
 * Throws Invalid above 255 bytes.
 */
export function fileNameOf(declared: string | undefined): string {
  const last = (declared ?? '').toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const name = [...last]
    .filter((character) => !isControl(character))
    .join('')
    .trim();
  const bytes = Buffer.byteLength(name);
  if (bytes > maxNameBytes) throw new Invalid(message('attachment.nameTooLong', { max: maxNameBytes, bytes }));
  return name === '' || name === '.' || name === '..' ? defaultName : name;
}

const mediaType = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}$/;

/** Returns the declared media type of a file, or the one of arbitrary bytes for an invalid type. */
export const contentTypeOf = (declared: string | undefined): string =>
  declared !== undefined && mediaType.test(declared) ? declared.toLowerCase() : 'application/octet-stream';
