import { expects, list, optional, required, wholeNumber } from '@slipway/api-schema/format';
import { changeableCommentResponse, taskResponse } from '@slipway/api-schema/plans';
import { changeableComments, dispatchToPart } from '@slipway/application/plans';
import { maxCommentLength } from '@slipway/domain/decision';
import { idCandidates } from '@slipway/domain/ids';
import { message } from '@slipway/domain/messages';
import { neededToRead } from '@slipway/domain/people';
import { z } from 'zod';
import { jsonBody, type Route, route } from '../http/route.ts';
import { currentTask } from '../plans/cached-answers.ts';
import { actOnTask } from './task-action-routes.ts';

const editBody = z
  .object({
    text: z.string().max(maxCommentLength, expects(message('expected.maxCharacters', { max: maxCommentLength }))),
    version: required(wholeNumber(), message('expected.wholeNumber')).describe(
      'the version that the caller has seen; another version returns 409',
    ),
  })
  .meta({ id: 'EditCommentRequest' });

const lastId = (rawId: string): string => idCandidates('Comment', rawId)[0];

/** Changes of comments by their authors (an extension; rest-operations.md, Comments). */
export const comments: readonly Route[] = [
  route({
    method: 'GET',
    path: '/tasks/{taskId}/comments',
    name: 'getChangeableComments',
    summary: 'The comments of a task that can change, with their versions and without their texts',
    needs: { on: 'taskId', anyOf: [neededToRead.task], participant: true },
    reply: list(changeableCommentResponse),
    answer: (deps, { caller, path }) => changeableComments(deps, caller, path.taskId),
  }),
  route({
    method: 'PUT',
    path: '/tasks/{taskId}/comments/{commentId}',
    name: 'editComment',
    summary: 'Changes the text of a comment of the caller',
    needs: { command: 'editComment', on: 'taskId' },
    etag: currentTask,
    body: jsonBody(editBody),
    reply: taskResponse,
    answer: (deps, { caller, actor: { address }, path, body }) =>
      actOnTask(deps, {
        caller,
        address,
        rawId: path.taskId,
        command: (taskId) => ({ type: 'editComment', taskId, commentId: lastId(path.commentId), ...body }),
      }),
  }),
  route({
    method: 'DELETE',
    path: '/tasks/{taskId}/comments/{commentId}',
    name: 'deleteComment',
    summary: 'Deletes a comment of the caller; administrators delete comments of all users',
    needs: { command: 'deleteComment', on: 'taskId' },
    etag: currentTask,
    query: z.object({ version: optional(wholeNumber()).describe('another version returns 409') }),
    reply: null,
    answer: async (deps, { caller, actor: { address }, path, query: { version } }) => {
      const commentId = lastId(path.commentId);
      const command = (taskId: string) => ({ type: 'deleteComment', taskId, commentId, version }) as const;
      await dispatchToPart(deps, { caller, address, kind: 'Task', rawId: path.taskId, command });
    },
  }),
];
