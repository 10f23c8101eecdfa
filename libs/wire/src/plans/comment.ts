import type { Instant } from '@slipway/domain';
import { z } from 'zod';
import { showDate } from '../format/dates.ts';
import { answeredDate, ownType } from '../format/scalars.ts';
import { type Show, under } from '../format/show.ts';
import { showType } from '../format/type-name.ts';

/** A comment (rest-api.md, section Comment). */
export const commentAnswer = z
  .object({
    id: z.string(),
    type: ownType('Comment'),
    text: z.string(),
    author: z.string(),
    date: answeredDate,
    creationDate: answeredDate,
  })
  .meta({ id: 'Comment' });

/** A comment to be rendered; `id` is its last segment. */
export interface Comment {
  readonly id: string;
  readonly text: string;
  readonly author: string;
  readonly date: Instant;
}

export function showComment(comment: Comment, taskId: string, show: Show): z.output<typeof commentAnswer> {
  const date = showDate(comment.date);
  return {
    id: under(taskId, comment.id),
    type: showType('Comment', show.prefix),
    text: comment.text,
    author: comment.author,
    date,
    creationDate: date,
  };
}
