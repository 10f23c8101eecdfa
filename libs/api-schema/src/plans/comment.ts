import type { Instant } from '@slipway/domain/model';
import { z } from 'zod';
import { showDate } from '../format/dates.ts';
import { joinIds, type RenderContext } from '../format/render-context.ts';
import { ownType, responseDate } from '../format/scalars.ts';
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
  })
  .meta({ id: 'Comment' });

/** A comment to render. `id` is the last segment of its id. */
export interface Comment {
  readonly id: string;
  readonly text: string;
  readonly author: string;
  readonly date: Instant;
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
  };
}
