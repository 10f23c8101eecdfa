import { mostNames } from '@slipway/domain';
import { z } from 'zod';
import { listUpTo } from '../format/bounded.ts';
import { json, list, optional } from '../format/scalars.ts';
import { templateBody } from '../plans/release-request.ts';

/** A template as a file holds it: what a request makes one of, its triggers and its attachments. */
export const importedBody = templateBody.extend({
  releaseTriggers: optional(listUpTo(mostNames, json)),
  attachments: optional(listUpTo(mostNames, json)),
});
export type ImportedBody = z.output<typeof importedBody>;

/** What has become of one template of a file (operations.md, import answer). */
export const importAnswer = z
  .object({
    id: z.string().describe('in the hyphen form, without `Applications`'),
    title: z.string(),
    warnings: list(z.string()).describe(
      'what was left out or changed, and where, each in a sentence; which scripts do not compile',
    ),
  })
  .meta({ id: 'ImportResult' });
export type ImportAnswer = z.output<typeof importAnswer>;
