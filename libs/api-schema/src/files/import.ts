import type { Message } from '@slipway/domain/messages';
import { maxNames } from '@slipway/domain/model';
import { z } from 'zod';
import { messageData, showMessageData, showTexts } from '../format/messages.ts';
import { json, list, listUpTo, optional } from '../format/scalars.ts';
import { templateBody } from '../plans/release-request.ts';

/** A template in a file: the body of a new template, with its triggers and attachments. */
export const importBody = templateBody.extend({
  releaseTriggers: optional(listUpTo(maxNames, json)),
  attachments: optional(listUpTo(maxNames, json)),
});
export type ImportBody = z.output<typeof importBody>;

/** The result for one template of a file (rest-operations.md, import answer). */
export const importResponse = z
  .object({
    id: z.string().describe('in the hyphen form, without `Applications`'),
    title: z.string(),
    warnings: list(z.string()).describe(
      'the parts that were left out or changed, with their position, and scripts that do not compile',
    ),
    warningMessages: list(messageData)
      .optional()
      .describe('the warnings as data, in the same order; absent without any'),
  })
  .meta({ id: 'ImportResult' });
export type ImportResponse = z.output<typeof importResponse>;

/** An imported template, with the warnings about it. */
export interface ImportResult {
  readonly id: string;
  readonly title: string;
  readonly warnings: readonly Message[];
}

export const showImportResult = ({ id, title, warnings }: ImportResult): ImportResponse => ({
  id,
  title,
  warnings: showTexts(warnings),
  ...(warnings.length > 0 && { warningMessages: warnings.map(showMessageData) }),
});
