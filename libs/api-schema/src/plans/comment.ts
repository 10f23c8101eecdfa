import type { LineTimes } from '@slipway/domain/decision';
import type { Instant } from '@slipway/domain/model';
import { z } from 'zod';
import { showDate } from '../format/dates.ts';
import { joinIds, type RenderContext } from '../format/render-context.ts';
import { list, ownType, responseDate } from '../format/scalars.ts';
import { showType } from '../format/type-name.ts';

/** A comment (rest-api.md, section Comment). */
export const commentResponse = z
  .object({
    id: z.string(),
    type: ownType('Comment'),
    text: z.string(),
    author: z.string(),
    date: responseDate,
    creationDate: responseDate,
    editedDate: responseDate.optional().describe('the time of the latest edit; absent if there was none'),
    mentions: list(z.string()).optional().describe('the existing users that it mentions; absent if there are none'),
    lineTimes: list(z.object({ line: z.int(), at: responseDate }))
      .optional()
      .describe(
        'when the lines of a script output began: each time applies to its line, counted from 0, and the next ones; absent if unknown',
      ),
  })
  .meta({ id: 'Comment' });

/** A comment to render. `id` is the last segment of its id. */
export interface Comment {
  readonly id: string;
  readonly text: string;
  readonly author: string;
  readonly date: Instant;
  readonly editedDate?: Instant;
  readonly mentions?: readonly string[];
  readonly lineTimes?: LineTimes;
}

export function showComment(comment: Comment, taskId: string, show: RenderContext): z.output<typeof commentResponse> {
  const date = showDate(comment.date);
  return {
    id: joinIds(taskId, comment.id),
    type: showType('Comment', show.prefix),
    text: comment.text,
    author: comment.author,
    date,
    creationDate: date,
    ...(comment.editedDate !== undefined && { editedDate: showDate(comment.editedDate) }),
    ...(comment.mentions !== undefined && { mentions: [...comment.mentions] }),
    ...(comment.lineTimes && { lineTimes: comment.lineTimes.map(([line, at]) => ({ line, at: showDate(at) })) }),
  };
}

/** A comment that can change, and what the caller may do with it. */
export const changeableCommentResponse = z
  .object({
    id: z.string(),
    version: z.int().describe('increases with each edit; a change names the version that it is based on'),
    mayEdit: z.boolean().describe('whether the caller is the author'),
    mayDelete: z.boolean().describe('whether the caller is the author or an administrator'),
  })
  .meta({ id: 'ChangeableComment' });

export type ChangeableCommentResponse = z.output<typeof changeableCommentResponse>;
