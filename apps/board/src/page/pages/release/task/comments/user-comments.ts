import type { TaskResponse } from '@slipway/api-schema/plans';
import { systemAuthor } from '../../../../api/full-names.ts';

type Comment = TaskResponse['comments'][number];

/** Returns the comments of users, the latest first. */
export const userComments = (comments: readonly Comment[]): readonly Comment[] =>
  comments.filter(({ author }) => author !== systemAuthor).toReversed();
