import type { Instant } from '@slipway/domain/model';
import type { VersionChange, VersionDifference } from '@slipway/domain/versions';
import { z } from 'zod';
import { showDate } from '../format/dates.ts';
import { messageResponse, showMessage } from '../format/messages.ts';
import { list, responseDate } from '../format/scalars.ts';
import { releaseResponse } from '../plans/release.ts';

/** A version of a template (an extension). */
export const templateVersionResponse = z
  .object({
    number: z.number().int(),
    author: z.string().optional().describe('absent for the state before the history began'),
    time: responseDate.optional().describe('absent for the state before the history began'),
    changes: list(
      z.object({ message: z.string(), code: messageResponse.code, params: messageResponse.params }),
    ).describe('the first changes, as in the activity log'),
    changeCount: z.number().int().describe('the number of all changes'),
  })
  .meta({ id: 'TemplateVersion' });
export type TemplateVersionResponse = z.output<typeof templateVersionResponse>;

/** A stored version to render. */
interface TemplateVersion {
  readonly number: number;
  readonly author: string | null;
  readonly changedAt: Instant | null;
  readonly changes: readonly VersionChange[];
  readonly changeCount: number;
}

export const showTemplateVersion = ({
  number,
  author,
  changedAt,
  changes,
  changeCount,
}: TemplateVersion): TemplateVersionResponse => ({
  number,
  author: author ?? undefined,
  time: showDate(changedAt),
  changes,
  changeCount,
});

/** The maximum number of differences in a response. */
const maxDifferences = 500;

/** The maximum length of all texts in a response, in characters. */
const maxTextsLength = 500_000;

type Texts = VersionDifference['texts'];

const lengthOf = (texts: Texts): number =>
  texts.reduce((sum, { before, after }) => sum + before.length + after.length, 0);

/** The differences between two versions of a template (an extension). */
export const versionComparisonResponse = z
  .object({
    differences: list(
      z.object({
        part: z.enum(['template', 'variable', 'phase', 'task']),
        change: z.enum(['added', 'changed', 'deleted']),
        id: z.string().describe('the last segment of its id'),
        title: z.string().describe('the title of the part, or the key of a variable'),
        phase: z.string().optional().describe('the title of the phase that contains the task, or of the phase itself'),
        details: list(z.object(messageResponse)).describe(
          'the moves and the changed fields of a changed part, or the number of tasks in another one',
        ),
        texts: list(z.object({ field: z.string(), before: z.string(), after: z.string() }))
          .optional()
          .describe(
            `the changed fields with several lines, such as a script; at most ${maxTextsLength} characters in a response`,
          ),
      }),
    ).describe(`the first ${maxDifferences} differences`),
    differenceCount: z.number().int().describe('the number of all differences'),
  })
  .meta({ id: 'TemplateVersionComparison' });
export type VersionComparisonResponse = z.output<typeof versionComparisonResponse>;

export function showVersionComparison(differences: readonly VersionDifference[]): VersionComparisonResponse {
  let length = 0;
  const shown = differences.slice(0, maxDifferences).map(({ details, texts, phase, ...difference }) => {
    length += lengthOf(texts);
    return {
      ...difference,
      ...(phase !== null && { phase }),
      details: details.map(showMessage),
      ...(texts.length > 0 && length <= maxTextsLength && { texts }),
    };
  });
  return { differences: shown, differenceCount: differences.length };
}

const comparedPlan = z.object({
  id: z.string(),
  title: z.string(),
  template: z.boolean().describe('whether it is a template'),
  archived: z.boolean().describe('whether it is an archived release'),
  version: z.number().int().optional().describe('the version of a template; absent: the present template'),
});

/** The differences between two releases, or between a template and a release (an extension). */
export const releaseComparisonResponse = versionComparisonResponse
  .extend({ before: comparedPlan, after: comparedPlan })
  .meta({ id: 'ReleaseComparison' });
export type ReleaseComparisonResponse = z.output<typeof releaseComparisonResponse>;

/** The result of a restore (an extension). */
export const restoredVersionResponse = z
  .object({
    template: releaseResponse,
    changed: z.boolean().describe('false if the template already had this content'),
    missingSecrets: list(
      z.object({
        part: z.enum(['template', 'variable', 'task']),
        id: z.string().describe('the last segment of its id in the version'),
        title: z.string().describe('the title of the template or task, or the key of the variable'),
        field: z
          .string()
          .describe('the name of the property, or the key of a variable that a create-release task passes'),
      }),
    ).describe('secrets of the version that are not stored anymore: a user must enter them again'),
  })
  .meta({ id: 'RestoredTemplateVersion' });
export type RestoredVersionResponse = z.output<typeof restoredVersionResponse>;
