import { productVersion } from '@slipway/api-schema/system';
import { contentBytes, getAttachment } from '@slipway/application/attachments';
import { exportGroovyTemplate, groovyZip, readBounded } from '@slipway/application/files';
import { message } from '@slipway/domain/messages';
import { Invalid } from '@slipway/domain/model';
import type { Person } from '@slipway/engine';
import type { HttpBody } from '@slipway/script-protocol';
import type { AnswerContext, Answers, Questions } from './answer.ts';

/** The maximum size in bytes of a file for a script, which takes many times as much memory there. */
const maxFileBytes = 1024 * 1024;

/** Returns the body as for a response of a request: UTF-8 as text, other bytes as base64. */
function bodyOf(bytes: Buffer): HttpBody {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!text.includes('\0')) return { text };
  } catch {
    // not a text
  }
  return { base64: bytes.toString('base64') };
}

const groovyOf = (
  context: AnswerContext,
  caller: Person,
  { id, exportTemplate }: Questions['groovyPreview'] | Questions['groovyExport'],
) =>
  exportGroovyTemplate(context, caller, id, {
    asTemplate: exportTemplate,
    version: productVersion,
    date: new Date().toISOString(),
    from: context.templatesAt,
  });

/** Files in questions of scripts. */
export const fileAnswers: Pick<Answers, 'groovyPreview' | 'groovyExport' | 'attachment'> = {
  groovyPreview: async (context, caller, question) => (await groovyOf(context, caller, question)).text,
  groovyExport: async (context, caller, question) =>
    bodyOf(await readBounded(groovyZip(await groovyOf(context, caller, question)).bytes(), maxFileBytes)),
  attachment: async ({ database }, caller, { id }) => {
    const { attachment } = await getAttachment(database, caller, id);
    const { size, content } = attachment;
    if (size > maxFileBytes) {
      throw new Invalid(message('script.fileTooLarge', { size, max: maxFileBytes }));
    }
    return bodyOf(await readBounded(contentBytes(database, content), maxFileBytes));
  },
};
